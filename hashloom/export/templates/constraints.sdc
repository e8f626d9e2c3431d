# Any tool that reads SDC: OpenSTA, Quartus, Gowin EDA, Radiant, Libero. @NAME@ at @MHZ@ MHz.
create_clock -name @CLOCK@ -period @PERIOD@ [get_ports @CLOCK@]
