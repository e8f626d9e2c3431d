# SPDX-License-Identifier: Apache-2.0
"""The harness that every core sits in on every FPGA: three pins, and a register at every port of the core.

The place-and-route tools count paths between registers only, and cores have more ports than chips have pins.
A shift register feeds the inputs (reset among them), registers take the outputs and fold them into one bit;
both are the SystemVerilog files of `harness/`. The area of the harness is measured apart, see
`hashloom.flow.fpga`.
"""

from pathlib import Path

from hashloom.catalogue.ports import Port
from hashloom.errors import UsageError

TOP = "serial_harness"
CLOCK = "clk"
PARTS = ("serial_source.sv", "serial_sink.sv")


def parts() -> dict[str, str]:
    """The SystemVerilog of the harness's parts, by file name."""
    folder = Path(__file__).parent / "harness"
    return {name: (folder / name).read_text(encoding="utf-8") for name in PARTS}


def wrapper(core: str, ports: list[Port], clock: str = CLOCK) -> str:
    """SystemVerilog of the top module: source, core and sink. UsageError if the core has no input `clock`."""
    if Port(clock, "input", 1) not in ports:
        raise UsageError(f"the module {core} has no input {clock}")
    connections, counts = [f".{clock}({CLOCK})"], {"input": 0, "output": 0}
    for port in ports:
        if port.name != clock:
            place = f"{port.direction}s[{counts[port.direction]}+:{port.width}]"
            connections.append(f".{port.name}({place})")
            counts[port.direction] += port.width
    joined = ",\n      ".join(connections)
    return f"""module {TOP} (
    input  logic {CLOCK},
    input  logic bit_in,
    output logic bit_out
);
  logic [{counts["input"] - 1}:0] inputs;
  logic [{counts["output"] - 1}:0] outputs;
  serial_source #(.WIDTH({counts["input"]})) source ({CLOCK}, bit_in, inputs);
  {core} core (
      {joined}
  );
  serial_sink #(.WIDTH({counts["output"]})) sink ({CLOCK}, outputs, bit_out);
endmodule
"""
