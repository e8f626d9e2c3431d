# AMD Vivado. @NAME@ has @PINS@ ports; your top gives the ones that leave the chip pins.
create_clock -name @CLOCK@ -period @PERIOD@ [get_ports @CLOCK@]
# set_property -dict {PACKAGE_PIN E3 IOSTANDARD LVCMOS33} [get_ports @CLOCK@]
