;; Sums rows of numbers.
(module
  (import "own" "memory" (memory 1))

  ;; Adds rows to a sum, each times its weight, sixteen columns at a time. Addresses in bytes: of
  ;; the pieces up to $pieces-end, each the address of its row, a 32-bit integer, and its weight, a
  ;; 32-bit float; and of the sum, 32-bit floats. A row has $width 8-bit integers, a multiple of 16.
  ;; There is at least one piece.
  (func (export "add")
    (param $pieces i32)
    (param $pieces-end i32)
    (param $width i32)
    (param $sum i32)
    (local $column i32)
    (local $piece i32)
    (local $weight v128)
    (local $row v128)
    (local $half v128)
    (local $sum-a v128)
    (local $sum-b v128)
    (local $sum-c v128)
    (local $sum-d v128)

    (loop $each-column
      (local.set $sum-a (v128.load (local.get $sum)))
      (local.set $sum-b (v128.load offset=16 (local.get $sum)))
      (local.set $sum-c (v128.load offset=32 (local.get $sum)))
      (local.set $sum-d (v128.load offset=48 (local.get $sum)))
      (local.set $piece (local.get $pieces))

      (loop $each-piece
        (local.set $row
          (v128.load (i32.add (i32.load (local.get $piece)) (local.get $column))))
        (local.set $weight (v128.load32_splat offset=4 (local.get $piece)))
        (local.set $half (i16x8.extend_low_i8x16_s (local.get $row)))
        (local.set $sum-a
          (f32x4.add
            (local.get $sum-a)
            (f32x4.mul
              (local.get $weight)
              (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
        (local.set $sum-b
          (f32x4.add
            (local.get $sum-b)
            (f32x4.mul
              (local.get $weight)
              (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
        (local.set $half (i16x8.extend_high_i8x16_s (local.get $row)))
        (local.set $sum-c
          (f32x4.add
            (local.get $sum-c)
            (f32x4.mul
              (local.get $weight)
              (f32x4.convert_i32x4_s (i32x4.extend_low_i16x8_s (local.get $half))))))
        (local.set $sum-d
          (f32x4.add
            (local.get $sum-d)
            (f32x4.mul
              (local.get $weight)
              (f32x4.convert_i32x4_s (i32x4.extend_high_i16x8_s (local.get $half))))))
        (local.set $piece (i32.add (local.get $piece) (i32.const 8)))
        (br_if $each-piece (i32.lt_u (local.get $piece) (local.get $pieces-end))))

      (v128.store (local.get $sum) (local.get $sum-a))
      (v128.store offset=16 (local.get $sum) (local.get $sum-b))
      (v128.store offset=32 (local.get $sum) (local.get $sum-c))
      (v128.store offset=48 (local.get $sum) (local.get $sum-d))
      (local.set $sum (i32.add (local.get $sum) (i32.const 64)))
      (local.set $column (i32.add (local.get $column) (i32.const 16)))
      (br_if $each-column (i32.lt_u (local.get $column) (local.get $width)))))
)
