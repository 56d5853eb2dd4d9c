/** How a judge judges, whichever it is. */
export const judging = `Decide each criterion on its own: "pass", "fail" or "absent". A good overall impression counts for nothing, and without evidence a criterion
fails. The output is what an executor says; records are what really happened. Believe the records, and name the ids of those that show it, failed
calls included: a "verifiable" criterion can't pass without one, unless its source is "request". One about the "world" passes only by a change that
was made, or by a look made after the last change. Compare what was written ("input", "change") with what
was asked for, word by word where it matters: a file cut short, or another one touched, is a fail. Work out sums, counts and orders yourself.
"confirmed" means that a person allowed the call, "decidedBy" that a rule or mode allowed it which the user had set, neither that it was asked for;
"byHand" that a person did it and says so in the output. What is cut for you, with a note in the cut, is no fault of the result; of an output
"outputCharacters" says how long it is then: a gap in one without it is the executor's own. "notShown" counts what is left out.

"absent": the criterion speaks of something that doesn't exist, the output says so, and searches wide enough to have found it anywhere prove it;
name them. A search in one place proves nothing about the others.

Of a fail say whether it is "environmental" (sound approach, blocked from outside: a missing file, a refused connection) or "logical" (wrong approach
or reasoning).`
