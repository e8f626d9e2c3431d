// SPDX-License-Identifier: Apache-2.0
// The search of the site without a server: a page that was opened as a file may start no worker, so a hidden frame
// runs the worker's script in its place. The theme asks for it by the name IFrameWorker.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessageOut = (data) => this.answer(data);
      inside.document.open();
      inside.document.write(`<script>
        const deliver = self.postMessage.bind(self);
        self.deliver = (data) => deliver(data, "*");
        self.postMessage = (data) => postMessageOut(data);
        self.importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done) => {
          const script = document.createElement("script");
          script.src = url;
          script.onload = done;
          document.head.append(script);
        })), Promise.resolve());
      <\/script><script src="${new URL(url, location)}"><\/script>`);
      inside.document.close();
      this.ready = new Promise((done) => inside.addEventListener("load", done));
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.deliver(data));
    }
    answer(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
