/**
 * Patches that candidates are compared with, and what counts for nothing beside them.
 *
 * @module
 */

/** Two hunks in one file and one in another. */
export const GOLD = `diff --git a/src/shapes.py b/src/shapes.py
--- a/src/shapes.py
+++ b/src/shapes.py
@@ -10,4 +10,6 @@ class Square:
     def area(self):
+        if self.side < 0:
+            raise ValueError("side is negative")
         return self.side ** 2
 
     def edges(self):
@@ -80,3 +82,3 @@ class Circle:
     def area(self):
-        return self.radius * PI
+        return self.radius ** 2 * PI
 
diff --git a/src/lines.py b/src/lines.py
--- a/src/lines.py
+++ b/src/lines.py
@@ -3,2 +3,2 @@
 def length(line):
-    return line.a
+    return abs(line.b - line.a)
`

/** Its first file. */
export const SHAPES = GOLD.slice(0, GOLD.lastIndexOf('diff --git'))

/** Its second file. */
export const LINES = GOLD.slice(GOLD.lastIndexOf('diff --git'))

/** A new script beside the fix. */
export const SCRIPT = '--- /dev/null\n+++ b/try.py\n@@ -0,0 +1 @@\n+import shapes\n'

/** A change of tests. */
export const TEST = '--- a/tests/test_shapes.py\n+++ b/tests/test_shapes.py\n@@ -1 +1,2 @@\n x\n+assert area_of(1)\n'
