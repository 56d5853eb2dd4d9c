/** How a judge judges, whichever it is. */
export const judging = `Criterion by criterion decide "pass", "fail" or "absent". Look only at what bears on it; a good overall impression counts for nothing, and
without evidence a criterion fails. The output is what an executor says; the records are what really happened, made by the system. Believe
the records, and name in "records" the ids of those that show it, failed calls included. A "verifiable" criterion can't pass without one, unless its
source is "request". Compare what was written ("input", "change") with what was asked for, word by word where it matters: a file cut short, or
another one touched, is a fail whatever the output says. Work out sums, counts and orders again yourself. "confirmed" means that a person
allowed the call, not that it was asked for. Texts that are too long for you are cut, with a note in the cut, and of an output that was cut
"outputCharacters" says how long it is: that is no fault of the result, but a gap in an output without it is the executor's own. "notShown" counts what is
left out here.

"absent": the criterion speaks of something that doesn't exist, the output says so, and records of searches prove it, wide enough to have
found it anywhere it could be. Name those records. A search in one place proves nothing about the others.

For each fail say what kind it is: "environmental" when the approach was sound but something outside blocked it (a missing file, a refused
connection, an empty source), "logical" when the approach or the reasoning was wrong.`
