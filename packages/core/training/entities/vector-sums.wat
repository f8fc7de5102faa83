;; Sums over 32-bit floats, four at a time, for `vector-sums.ts`. Addresses are in bytes.
(module
  (import "training" "memory" (memory 1))

  ;; Adds `factor` times the numbers from `from` to `end` to those at `to`.
  (func (export "add") (param $from i32) (param $end i32) (param $to i32) (param $factor f32)
    (local $factors v128)
    (local.set $factors (f32x4.splat (local.get $factor)))
    (loop $next
      (v128.store (local.get $to)
        (f32x4.add
          (v128.load (local.get $to))
          (f32x4.mul (v128.load (local.get $from)) (local.get $factors))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $end)))))

  ;; Returns the inner product of the numbers from `a` to `end` and those at `b`.
  (func (export "product") (param $a i32) (param $end i32) (param $b i32) (result f32)
    (local $sums v128)
    (loop $next
      (local.set $sums
        (f32x4.add (local.get $sums) (f32x4.mul (v128.load (local.get $a)) (v128.load (local.get $b)))))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      (local.set $a (i32.add (local.get $a) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $a) (local.get $end))))
    (f32.add
      (f32.add
        (f32.add (f32x4.extract_lane 0 (local.get $sums)) (f32x4.extract_lane 1 (local.get $sums)))
        (f32x4.extract_lane 2 (local.get $sums)))
      (f32x4.extract_lane 3 (local.get $sums)))))
