;; Compares one query with many rows.
(module
  (import "own" "memory" (memory 1))

  ;; Hamming distances, of sixteen bytes at a time. Addresses in bytes: of the query's bits; of the
  ;; rows up to $rows-end, each of $width bytes; and of the distances, one 16-bit integer a row.
  ;; $width is a multiple of 16, and there is at least one row.
  (func (export "distances")
    (param $query i32)
    (param $row i32)
    (param $rows-end i32)
    (param $width i32)
    (param $distance i32)
    (local $at i32)
    (local $sum i64)

    (loop $each-row
      (local.set $at (i32.const 0))
      (local.set $sum (i64.const 0))

      (loop $sixteen-bytes
        (local.set $sum
          (i64.add
            (local.get $sum)
            (i64.add
              (i64.popcnt
                (i64.xor
                  (i64.load (i32.add (local.get $row) (local.get $at)))
                  (i64.load (i32.add (local.get $query) (local.get $at)))))
              (i64.popcnt
                (i64.xor
                  (i64.load offset=8 (i32.add (local.get $row) (local.get $at)))
                  (i64.load offset=8 (i32.add (local.get $query) (local.get $at))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $sixteen-bytes (i32.lt_u (local.get $at) (local.get $width))))

      (i64.store16 (local.get $distance) (local.get $sum))
      (local.set $distance (i32.add (local.get $distance) (i32.const 2)))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (br_if $each-row (i32.lt_u (local.get $row) (local.get $rows-end)))))

  ;; Dot products of four rows at a time: they wait for memory together, and share the reads of the
  ;; query. Addresses in bytes: of the query, of 16-bit integers; of the rows' addresses up to
  ;; $places-end, as 32-bit integers; and of the products, one 32-bit integer a row. A row has
  ;; $width 8-bit integers, a multiple of 8. There are at least four rows, and a multiple of four.
  (func (export "dots")
    (param $query i32)
    (param $place i32)
    (param $places-end i32)
    (param $width i32)
    (param $product i32)
    (local $at i32)
    (local $eight v128)
    (local $row-a i32)
    (local $row-b i32)
    (local $row-c i32)
    (local $row-d i32)
    (local $sums-a v128)
    (local $sums-b v128)
    (local $sums-c v128)
    (local $sums-d v128)

    (loop $four-rows
      (local.set $row-a (i32.load (local.get $place)))
      (local.set $row-b (i32.load offset=4 (local.get $place)))
      (local.set $row-c (i32.load offset=8 (local.get $place)))
      (local.set $row-d (i32.load offset=12 (local.get $place)))
      (local.set $sums-a (v128.const i32x4 0 0 0 0))
      (local.set $sums-b (v128.const i32x4 0 0 0 0))
      (local.set $sums-c (v128.const i32x4 0 0 0 0))
      (local.set $sums-d (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.const 0))

      ;; Widens eight bytes of each row, multiplies them with the query's, and adds the products in
      ;; pairs to four sums.
      (loop $eight-components
        (local.set $eight
          (v128.load (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1)))))
        (local.set $sums-a
          (i32x4.add
            (local.get $sums-a)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s (i32.add (local.get $row-a) (local.get $at)))
              (local.get $eight))))
        (local.set $sums-b
          (i32x4.add
            (local.get $sums-b)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s (i32.add (local.get $row-b) (local.get $at)))
              (local.get $eight))))
        (local.set $sums-c
          (i32x4.add
            (local.get $sums-c)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s (i32.add (local.get $row-c) (local.get $at)))
              (local.get $eight))))
        (local.set $sums-d
          (i32x4.add
            (local.get $sums-d)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s (i32.add (local.get $row-d) (local.get $at)))
              (local.get $eight))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $eight-components (i32.lt_u (local.get $at) (local.get $width))))

      (i32.store (local.get $product)
        (i32.add
          (i32.add
            (i32x4.extract_lane 0 (local.get $sums-a))
            (i32x4.extract_lane 1 (local.get $sums-a)))
          (i32.add
            (i32x4.extract_lane 2 (local.get $sums-a))
            (i32x4.extract_lane 3 (local.get $sums-a)))))
      (i32.store offset=4 (local.get $product)
        (i32.add
          (i32.add
            (i32x4.extract_lane 0 (local.get $sums-b))
            (i32x4.extract_lane 1 (local.get $sums-b)))
          (i32.add
            (i32x4.extract_lane 2 (local.get $sums-b))
            (i32x4.extract_lane 3 (local.get $sums-b)))))
      (i32.store offset=8 (local.get $product)
        (i32.add
          (i32.add
            (i32x4.extract_lane 0 (local.get $sums-c))
            (i32x4.extract_lane 1 (local.get $sums-c)))
          (i32.add
            (i32x4.extract_lane 2 (local.get $sums-c))
            (i32x4.extract_lane 3 (local.get $sums-c)))))
      (i32.store offset=12 (local.get $product)
        (i32.add
          (i32.add
            (i32x4.extract_lane 0 (local.get $sums-d))
            (i32x4.extract_lane 1 (local.get $sums-d)))
          (i32.add
            (i32x4.extract_lane 2 (local.get $sums-d))
            (i32x4.extract_lane 3 (local.get $sums-d)))))
      (local.set $product (i32.add (local.get $product) (i32.const 16)))
      (local.set $place (i32.add (local.get $place) (i32.const 16)))
      (br_if $four-rows (i32.lt_u (local.get $place) (local.get $places-end))))))
