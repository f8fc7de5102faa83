;; The sums of `src/text/vector-kernel.ts`, four to sixteen numbers at a time. Addresses and lengths are in bytes.
;; `vector-kernel.ts` compiles this file.
(module
  (import "core" "memory" (memory 1))

  ;; Adds `factor` times each row of shorts to `to`. Sums four columns over all rows, then the next four.
  (func (export "addRows")
    (param $rows i32) (param $rowsEnd i32) (param $to i32) (param $toEnd i32) (param $factor f32)
    (local $row i32) (local $column i32) (local $sum v128)
    (loop $columns
      (local.set $sum (v128.load (local.get $to)))
      (local.set $row (local.get $rows))
      (loop $next
        (local.set $sum
          (f32x4.add
            (local.get $sum)
            (f32x4.mul
              (f32x4.splat (local.get $factor))
              (f32x4.convert_i32x4_s
                (v128.load16x4_s (i32.add (i32.load (local.get $row)) (local.get $column)))))))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br_if $next (i32.lt_u (local.get $row) (local.get $rowsEnd))))
      (v128.store (local.get $to) (local.get $sum))
      (local.set $column (i32.add (local.get $column) (i32.const 8)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (br_if $columns (i32.lt_u (local.get $to) (local.get $toEnd)))))

  ;; Writes `factor` times the floats from `from` to `to` as shorts, rounded, clamped and at least `min`, eight at a time.
  (func (export "fix") (param $from i32) (param $fromEnd i32) (param $to i32) (param $factor f32) (param $min i32)
    (local $factors v128) (local $least v128)
    (local.set $factors (f32x4.splat (local.get $factor)))
    (local.set $least (i16x8.splat (local.get $min)))
    (loop $next
      (v128.store (local.get $to)
        (i16x8.max_s
          (local.get $least)
          (i16x8.narrow_i32x4_s
            (i32x4.trunc_sat_f32x4_s
              (f32x4.nearest (f32x4.mul (v128.load (local.get $from)) (local.get $factors))))
            (i32x4.trunc_sat_f32x4_s
              (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $from)) (local.get $factors)))))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $from (i32.add (local.get $from) (i32.const 32)))
      (br_if $next (i32.lt_u (local.get $from) (local.get $fromEnd)))))

  ;; Writes `factor` times the product of a vector of shorts and a matrix of bytes to `to`. A row of the matrix has
  ;; `stride` bytes and holds the numbers of two rows in turn. Sums sixteen columns over all rows, then the next sixteen.
  (func (export "multiply")
    (param $vector i32) (param $vectorEnd i32) (param $matrix i32) (param $stride i32)
    (param $to i32) (param $toEnd i32) (param $factor f32)
    (local $pair i32) (local $row i32) (local $numbers v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $columns
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (local.get $a))
      (local.set $c (local.get $a))
      (local.set $d (local.get $a))
      (local.set $pair (local.get $vector))
      (local.set $row (local.get $matrix))
      (loop $next
        (local.set $numbers (v128.load32_splat (local.get $pair)))
        (local.set $a (i32x4.add (local.get $a)
          (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $row)) (local.get $numbers))))
        (local.set $b (i32x4.add (local.get $b)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $row)) (local.get $numbers))))
        (local.set $c (i32x4.add (local.get $c)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $row)) (local.get $numbers))))
        (local.set $d (i32x4.add (local.get $d)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $row)) (local.get $numbers))))
        (local.set $row (i32.add (local.get $row) (local.get $stride)))
        (local.set $pair (i32.add (local.get $pair) (i32.const 4)))
        (br_if $next (i32.lt_u (local.get $pair) (local.get $vectorEnd))))
      (local.set $numbers (f32x4.splat (local.get $factor)))
      (v128.store (local.get $to)
        (f32x4.mul (f32x4.convert_i32x4_s (local.get $a)) (local.get $numbers)))
      (v128.store offset=16 (local.get $to)
        (f32x4.mul (f32x4.convert_i32x4_s (local.get $b)) (local.get $numbers)))
      (v128.store offset=32 (local.get $to)
        (f32x4.mul (f32x4.convert_i32x4_s (local.get $c)) (local.get $numbers)))
      (v128.store offset=48 (local.get $to)
        (f32x4.mul (f32x4.convert_i32x4_s (local.get $d)) (local.get $numbers)))
      (local.set $matrix (i32.add (local.get $matrix) (i32.const 32)))
      (local.set $to (i32.add (local.get $to) (i32.const 64)))
      (br_if $columns (i32.lt_u (local.get $to) (local.get $toEnd)))))

  ;; Writes the greatest response of each filter to `values`, and its window to `places`. A row has the responses of all
  ;; filters as the first, the second and the third of a window. Takes eight filters over all windows, then the next eight.
  (func (export "pool")
    (param $rows i32) (param $rowsEnd i32) (param $bias i32) (param $values i32) (param $valuesEnd i32) (param $places i32)
    (local $first i32) (local $second i32) (local $third i32) (local $row i32) (local $window i32)
    (local $answer v128) (local $greatest v128) (local $found v128) (local $isGreater v128)
    (local.set $second (i32.sub (local.get $valuesEnd) (local.get $values)))
    (local.set $third (i32.mul (local.get $second) (i32.const 2)))
    (loop $filters
      (local.set $greatest (v128.const i16x8 0 0 0 0 0 0 0 0))
      (local.set $found (v128.const i16x8 -1 -1 -1 -1 -1 -1 -1 -1))
      (local.set $window (i32.const 0))
      (local.set $row (local.get $rows))
      (loop $next
        (local.set $answer
          (i16x8.add
            (i16x8.add
              (v128.load (local.get $bias))
              (v128.load (i32.add (i32.load (local.get $row)) (local.get $first))))
            (i16x8.add
              (v128.load (i32.add (i32.load offset=4 (local.get $row)) (local.get $second)))
              (v128.load (i32.add (i32.load offset=8 (local.get $row)) (local.get $third))))))
        (local.set $isGreater (i16x8.gt_s (local.get $answer) (local.get $greatest)))
        (local.set $greatest (v128.bitselect (local.get $answer) (local.get $greatest) (local.get $isGreater)))
        (local.set $found
          (v128.bitselect (i16x8.splat (local.get $window)) (local.get $found) (local.get $isGreater)))
        (local.set $window (i32.add (local.get $window) (i32.const 1)))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br_if $next (i32.lt_u (local.get $row) (local.get $rowsEnd))))
      (v128.store (local.get $values) (local.get $greatest))
      (v128.store (local.get $places) (local.get $found))
      (local.set $first (i32.add (local.get $first) (i32.const 16)))
      (local.set $second (i32.add (local.get $second) (i32.const 16)))
      (local.set $third (i32.add (local.get $third) (i32.const 16)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 16)))
      (local.set $places (i32.add (local.get $places) (i32.const 16)))
      (local.set $values (i32.add (local.get $values) (i32.const 16)))
      (br_if $filters (i32.lt_u (local.get $values) (local.get $valuesEnd))))))
