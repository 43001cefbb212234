/**
 * An instance of a benchmark with its gold patch.
 *
 * @module
 */

/** The gold patch. */
export const patch = `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,3 +1,3 @@ def area(w, h):
 x = 1
-return w + h
+return w * h
 z = 4
`

/** The row. */
export const instance = { instance_id: 'shapes__shapes-7', patch, problem_statement: 'The "area" is wrong.' }
