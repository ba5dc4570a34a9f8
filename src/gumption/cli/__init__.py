"""The program `gumption`. Loads click and rich."""

# General layout
#   main        the group of commands, and how errors become exit codes
#   run         gumption run: tell a scenario's story
#   listing     gumption list
#   describe    gumption describe
#   checking    gumption check
#   replaying   gumption replay
#   differing   gumption diff
#   inspecting  gumption inspect, gumption report, and run --inspect
#   watching    gumption watch
#   asking      gumption why
#   exporting   gumption export
#   picturing   which pictures there are, and how they are printed
#   agents      whom --agent means
#   saving      gumption run --save and --load
#   scenario    finding, loading and building scenarios
#   options     the options of a scenario, and how they are read
#   fields      agents' fields that are changed before the first tick
#   progress    bars for what takes long
#   story       printing what agents say, and how they stand in the end

__all__: list[str] = []
