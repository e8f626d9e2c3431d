// SPDX-License-Identifier: Apache-2.0
//
// skein_tree_nodes makes of the results of the leaves the tree of section 3.5.6: the results of a level go, each once
// and in their order, into jobs of the level above, 2^fan_log to a node and at level `height` all; first and last block
// of a node are known as such; level, place and chaining value are right; `done` comes when one result is left, which
// is that of the tree; it never stops while jobs are answered. It fails when, and only when, a second result comes to the
// level above HEIGHT, gives no job from then on, and is done with the leaves.
//
// Any one result is followed: `pick` marks it as it comes. The tree is of any size. That its parameters are those of a tree
// or all 0 is proven of skein_sequencer (`tree_known`), that a message without a tree is one leaf of skein_tree_leaves; a
// message has less than 2^COUNT_BITS bits.
//
// The first assertions are about registers of the circuit and make the search for an invariant short: how they belong
// to the results that came to each level and went into jobs, which the model counts. An escaped name with a dot in it
// is a signal of the circuit: yosys joins the two where it flattens, and stops where there is no such signal. No
// assertion is clocked: what a clock samples is seen a cycle later, and tells the search nothing of the state then.
//
// Parameters: those of skein_tree_nodes.

module check_skein_tree_nodes #(
    parameter integer BLOCK = 2,
    parameter integer COUNT_BITS = 4,
    parameter integer HEIGHT = 3
) (
    input logic             clk,
    input logic             rst,
    input logic             enable,
    input logic [      7:0] fan_log,
    input logic [      7:0] height,
    input logic [BLOCK-1:0] chain,
    input logic             leaf_valid,
    input logic [BLOCK-1:0] leaf_result,
    input logic             ended,
    input logic             job_taken,
    input logic             job_done,
    input logic [BLOCK-1:0] job_result,
    input logic             pick
);

  localparam integer NUMBER_BITS = COUNT_BITS - $clog2(BLOCK);
  localparam integer N = NUMBER_BITS;
  localparam integer LEVEL_BITS = $clog2(HEIGHT + 2);
  localparam integer LEVELS = HEIGHT + 2;
  localparam integer AT_BITS = $clog2(HEIGHT);

  logic leaf_ready, job_valid, job_first, job_last, undecided, done, failed;
  logic too_high;  // two results have come to the level above HEIGHT
  logic [BLOCK-1:0] job_data, job_chain, result;
  logic [COUNT_BITS-1:0] job_count;
  logic [6:0] job_level;

  skein_tree_nodes #(
      .BLOCK(BLOCK),
      .COUNT_BITS(COUNT_BITS),
      .HEIGHT(HEIGHT)
  ) nodes (
      .*
  );

  // Of level l at [l*N +: N]: the results that came to it, and those of them that are in jobs.
  logic [LEVELS*N-1:0] came, used;
  logic [LEVELS*BLOCK-1:0] reached;  // chaining value of its node
  logic [LEVELS-1:0] chained;  // there is one
  logic begun, enabled, running, running_last;
  logic [LEVEL_BITS-1:0] running_level, job_at;
  logic [23:0] setting_before;
  logic ended_before;
  logic [LEVELS-1:0] below_done;  // all levels below this one have no result left
  logic leaf_came;
  logic [N-1:0] leaf_number, came_here, used_here, fan_mask;
  logic top, level_ended;
  logic [2:0] idle;

  logic marked;
  logic [LEVEL_BITS-1:0] mark_level;
  logic [N-1:0] mark_number;
  logic [BLOCK-1:0] mark;

  (* hierconn *) logic [2:0] \nodes.state ;
  (* hierconn *) logic [AT_BITS-1:0] \nodes.at ;
  (* hierconn *) logic [AT_BITS-1:0] \nodes.closed ;
  (* hierconn *) logic \nodes.ending ;
  (* hierconn *) logic \nodes.closing ;
  (* hierconn *) logic [HEIGHT-1:0] \nodes.used ;
  (* hierconn *) logic [BLOCK-1:0] \nodes.value ;
  (* hierconn *) logic \nodes.keep_value ;
  (* hierconn *) logic [N-1:0] \nodes.come_here ;
  localparam logic [2:0] REST = 3'd0;
  localparam logic [2:0] PUSH = 3'd1;
  localparam logic [2:0] RUN = 3'd2;
  localparam logic [2:0] WAIT = 3'd3;
  localparam logic [2:0] CLOSE = 3'd4;

  // Of each level what the circuit keeps in memories: the result that waits, and how many results that makes.
  logic [LEVELS*BLOCK-1:0] kept;
  logic [LEVELS*N-1:0] stored;
  // Of each level:
  logic [LEVELS-1:0] here;  // the circuit is at it
  logic [LEVELS-1:0] pending;  // a result has come to it that does not wait in its place yet
  logic [LEVELS-1:0] finished;  // all its results have gone
  logic [LEVELS-1:0] counts_right, nodes_right, chain_known, few, mark_there;
  logic job_here, waits_here;

  // Results of level l whose jobs are done
  function automatic [N-1:0] used_by(input integer l);
    used_by = used[l*N+:N] - N'(running && 32'(running_level) == l);
  endfunction

  assign job_here = \nodes.state == RUN || \nodes.state == WAIT;
  assign waits_here = \nodes.used [\nodes.at ];

  always_comb begin
    for (integer l = 0; l < LEVELS; l = l + 1) begin
      here[l] = 32'(\nodes.at ) + 2 == l;
      pending[l] = here[l] && (\nodes.state == PUSH || (job_here && !\nodes.closing ));
      finished[l] = \nodes.ending && l < 32'(\nodes.closed ) + 2;
      counts_right[l] = 1'b1;
      nodes_right[l] = 1'b1;
      chain_known[l] = 1'b1;
      few[l] = 1'b1;
      mark_there[l] = 1'b1;
    end
    for (integer l = 2; l < LEVELS; l = l + 1) begin
      // Of those that came one waits, the pending one apart, unless it has gone.
      if (used[l*N+:N] > came[l*N+:N]) counts_right[l] = 1'b0;
      if (\nodes.used [l-2] != (came[l*N+:N] != N'(pending[l]))) counts_right[l] = 1'b0;
      if (\nodes.used [l-2] && stored[l*N+:N] != came[l*N+:N] - N'(pending[l])) counts_right[l] = 1'b0;
      if (came[l*N+:N] != used[l*N+:N] + N'(pending[l]) +
          N'(\nodes.used [l-2] && !finished[l] && !(here[l] && \nodes.state == WAIT)))
        counts_right[l] = 1'b0;
      if (!finished[l] && (used_by(l) & ((8'(l) == height) ? '1 : fan_mask)) != '0) chain_known[l] = chained[l];
      if (l == LEVELS - 1) few[l] = came[l*N+:N] - N'(pending[l]) <= N'(1);
      if (height == '0) few[l] = 32'(came[l*N+:N]) <= 32'(l == 2);
      if (marked && 32'(mark_level) == l) begin
        if (mark_number >= came[l*N+:N]) mark_there[l] = 1'b0;
        if (pending[l] && mark_number == came[l*N+:N] - 1'b1 && \nodes.value != mark) mark_there[l] = 1'b0;
        if (\nodes.used [l-2] && mark_number == stored[l*N+:N] - 1'b1 && kept[l*BLOCK+:BLOCK] != mark)
          mark_there[l] = 1'b0;
      end
    end
    // A level gets one result of each node of the level below.
    for (integer l = 2; l < LEVELS - 1; l = l + 1) begin
      nodes_right[l] = came[(l+1)*N+:N] == ((8'(l) == height) ? N'(finished[l]) :
          (used_by(l) >> fan_log) + N'(finished[l] && (used_by(l) & fan_mask) != '0));
    end
  end

  assign leaf_came = leaf_valid && leaf_ready;
  assign leaf_number = came[2*N+:N];
  assign job_at = job_level[LEVEL_BITS-1:0];
  assign came_here = N'(came >> (N * 32'(job_at)));
  assign used_here = N'(used >> (N * 32'(job_at)));
  assign fan_mask = ~({N{1'b1}} << fan_log);
  assign top = {1'b0, job_level} == height;
  assign level_ended = ended && (below_done & (LEVELS'(1) << job_at)) != '0;

  always_comb begin
    for (integer l = 0; l < LEVELS; l = l + 1) begin
      below_done[l] = 1'b1;
      for (integer k = 2; k < l; k = k + 1) begin
        if (came[k*N+:N] != used[k*N+:N] || (running && 32'(running_level) == k)) below_done[l] = 1'b0;
      end
    end
  end

  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (leaf_came) begin
      came[2*N+:N] <= leaf_number + 1'b1;
      if (pick && !marked) begin
        marked <= 1'b1;
        mark <= leaf_result;
        mark_level <= LEVEL_BITS'(2);
        mark_number <= leaf_number;
      end
    end
    if (job_taken) begin
      running <= 1'b1;
      running_level <= job_at;
      running_last <= job_last;
    end
    if (job_done) running <= 1'b0;
    for (integer l = 0; l < LEVELS; l = l + 1) begin
      if (job_taken && 32'(job_at) == l) used[l*N+:N] <= used[l*N+:N] + 1'b1;
      if (job_done && !running_last && 32'(running_level) == l) begin
        reached[l*BLOCK+:BLOCK] <= job_result;
        chained[l] <= 1'b1;
      end
      if (\nodes.keep_value && here[l]) begin
        kept[l*BLOCK+:BLOCK] <= \nodes.value ;
        stored[l*N+:N] <= \nodes.come_here + 1'b1;
      end
      if (job_done && running_last && 32'(running_level) + 1 == l) begin
        came[l*N+:N] <= came[l*N+:N] + 1'b1;
        if (l == LEVELS - 1 && came[l*N+:N] != '0) too_high <= 1'b1;
        if (pick && !marked) begin
          marked <= 1'b1;
          mark <= job_result;
          mark_level <= LEVEL_BITS'(l);
          mark_number <= came[l*N+:N];
        end
      end
    end
    idle <= (job_valid || running || done || (leaf_ready && !ended)) ? '0 : (idle == '1) ? idle : idle + 1'b1;
    if (rst || !enable) begin
      came <= '0;
      used <= '0;
      chained <= '0;
      too_high <= 1'b0;
      running <= 1'b0;
      marked <= 1'b0;
      idle <= '0;
    end
    enabled <= enable && !rst;
    ended_before <= ended;
    setting_before <= {fan_log, height, 8'(chain)};
  end

  always_comb begin
    assume (begun || rst);
    if (job_taken) assume (job_valid);
    if (job_done) assume (running);
    if (ended) assume (leaf_number != '0 && !leaf_valid && enable);
    if (begun && enabled && enable) begin
      assume ({fan_log, height, 8'(chain)} == setting_before);
      assume (!ended_before || ended);
    end
    assume ((fan_log == '0 && height == '0) || (fan_log != '0 && height > 8'd1));
    if (leaf_number == '1 || (height == '0 && leaf_number != '0)) assume (!leaf_valid);
    if (begun && !rst && enable) begin
      fails : assert (too_high == (failed || (\nodes.state == PUSH && waits_here && 32'(\nodes.at ) == HEIGHT - 1)));
      if (failed) begin
        rests : assert (\nodes.state == REST && !running && !job_valid);
        takes_leaves : assert (leaf_ready && done == ended && idle < 3'd2);
      end
    end
    if (begun && !rst && enable && !failed) begin
      state_known : assert (running == (\nodes.state == WAIT) && \nodes.state <= CLOSE);
      if (\nodes.state == REST) rest_before_end : assert (!\nodes.ending );
      if (\nodes.state != REST) level_known : assert (32'(\nodes.at ) < HEIGHT);
      if (\nodes.state == PUSH) pushed_at_once : assert (idle == '0);
      if (\nodes.state == REST) rests_shortly : assert (idle < 3'd2);
      if (\nodes.state == CLOSE) closes_shortly : assert (idle < 3'd3);
      if (job_here) more_than_one : assert (waits_here && came_here > N'(1));
      if (\nodes.state == WAIT) same_job : assert (here[running_level] && running_last == job_last);
      if (\nodes.ending ) begin
        ending_ended : assert (ended);
        closed_known : assert (32'(\nodes.closed ) < HEIGHT && \nodes.closed <= \nodes.at );
        closed_has : assert (\nodes.used [\nodes.closed ] || (\nodes.state == PUSH && \nodes.at == \nodes.closed ));
      end
      if (\nodes.state == CLOSE || (job_here && \nodes.closing ))
        closes : assert (\nodes.ending && \nodes.at == \nodes.closed );
      if (32'(\nodes.at ) < HEIGHT && waits_here) begin
        same_result : assert (job_data == BLOCK'(kept >> (BLOCK * 32'(job_at))));
        same_count : assert (\nodes.come_here == N'(stored >> (N * 32'(job_at))));
        if (!job_first && (chained & (LEVELS'(1) << job_at)) != '0)
          same_chain : assert (job_chain == BLOCK'(reached >> (BLOCK * 32'(job_at))));
      end
      count_known : assert (counts_right == '1);
      nodes_known : assert (nodes_right == '1);
      chains_known : assert (chain_known == '1);
      few_results : assert (few == '1);
      if (marked) mark_at : assert (mark_level >= 2 && 32'(mark_level) < LEVELS);
      mark_known : assert (mark_there == '1);
    end
    // What the header says
    if (begun && !rst && enable) begin
      too_high_done : cover (HEIGHT > 2 || (failed && done));
      dropped : cover (HEIGHT > 2 || (failed && leaf_came));
    end
    if (begun && !rst && enable && !failed) begin
      if (job_valid) begin
        level_right : assert (32'(job_level) >= 2 && 32'(job_level) <= HEIGHT);
        below_top : assert (height == '0 || {1'b0, job_level} <= height);
        has_come : assert (used_here < came_here);
        one_at_a_time : assert (!running);
        first_right : assert (job_first == (top ? used_here == '0 : (used_here & fan_mask) == '0));
        last_right : assert (job_last == ((!top && (used_here & fan_mask) == fan_mask) ||
            (level_ended && used_here == came_here - 1'b1)));
        known : assert (level_ended || used_here + 1'b1 != came_here);
        count_right : assert (job_count == {used_here + 1'b1, {$clog2(BLOCK) {1'b0}}});
        chain_right : assert (job_chain == (job_first ? chain : BLOCK'(reached >> (BLOCK * 32'(job_at)))));
        if (marked && mark_level == job_at && mark_number == used_here) in_its_job : assert (job_data == mark);
      end
      if (leaf_ready) no_job : assert (!running && !job_valid);
      if (done) begin
        all_used : assert (level_ended && !running && came_here == N'(1) && used_here == '0);
        if (marked && mark_level == job_at) is_result : assert (result == mark);
      end
      goes_on : assert (idle < 3'd4);
      whole_tree : cover (done && 32'(job_level) == HEIGHT + 1 && marked && mark_level == job_at);
      if (HEIGHT > 2) odd_node : cover (job_taken && job_last && job_first && level_ended);
      one_leaf : cover (done && 32'(job_level) == 2);
    end
  end

endmodule
