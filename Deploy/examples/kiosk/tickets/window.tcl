# SPDX-License-Identifier: Apache-2.0
# A window that shows what it is told: each line of its input is a list of Tcl, the name of a procedure below and its
# arguments. What is pressed goes to its output, a word a line. It ends with its input.   wish window.tcl

wm withdraw .
wm geometry . 800x448+0+32
wm protocol . WM_DELETE_WINDOW {say back}
bind . <Map> {if {"%W" eq "."} {after idle {stack; say mapped}}}
set visibility hidden
set stacked no

proc say word {puts $word; flush stdout}

# An empty window of this colour.
proc clear colour {
  . configure -background $colour -padx 40 -pady 24
  destroy {*}[winfo children .]
}

proc text {words size} {
  set name .[llength [winfo children .]]
  pack [label $name -text $words -font [list "DejaVu Sans" $size] -background [. cget -background] -foreground white] \
    -anchor w -pady 6
}

proc button {word words} {
  set name .[llength [winfo children .]]
  pack [ttk::button $name -text $words -command [list say $word]] -anchor w -pady 6
}

# The window's title, once all that was told before is there.
proc named title {update idletasks; wm title . $title}

# How the screen shows now: top, beneath or hidden.
proc place now {
  set ::visibility $now
  if {$now eq "hidden"} {wm withdraw .} elseif {[wm state .] eq "withdrawn"} {wm deiconify .} else {stack}
}

# A new window comes on top by itself; one that showed stays where it is, so that nothing flickers.
proc stack {} {
  if {$::visibility eq "top"} {raise .; focus -force .} elseif {!$::stacked} {lower .}
  set ::stacked yes
}

proc hear {} {
  if {[gets stdin line] >= 0} {{*}$line} elseif {[eof stdin]} exit
}

ttk::style configure TButton -font {"DejaVu Sans" 18}
fconfigure stdin -blocking no
fileevent stdin readable hear
