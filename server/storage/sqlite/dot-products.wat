;; The dot products of one query with many rows, eight components at a time.
(module
  (import "own" "memory" (memory 1))

  ;; Addresses in bytes: of the query, of 16-bit integers; of the rows up to $rows-end, each of
  ;; $width 8-bit integers; and of the products, one 32-bit integer a row. $width is a multiple of
  ;; 8, and there is at least one row.
  (func (export "dots")
    (param $query i32)
    (param $row i32)
    (param $rows-end i32)
    (param $width i32)
    (param $product i32)
    (local $at i32)
    (local $sums v128)

    (loop $each-row
      (local.set $at (i32.const 0))
      (local.set $sums (v128.const i32x4 0 0 0 0))

      (loop $eight-components
        ;; Widens eight bytes of the row, multiplies them with the query's, and adds the products in
        ;; pairs to four sums.
        (local.set $sums
          (i32x4.add
            (local.get $sums)
            (i32x4.dot_i16x8_s
              (v128.load8x8_s (i32.add (local.get $row) (local.get $at)))
              (v128.load (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br_if $eight-components (i32.lt_u (local.get $at) (local.get $width))))

      (i32.store (local.get $product)
        (i32.add
          (i32.add
            (i32x4.extract_lane 0 (local.get $sums))
            (i32x4.extract_lane 1 (local.get $sums)))
          (i32.add
            (i32x4.extract_lane 2 (local.get $sums))
            (i32x4.extract_lane 3 (local.get $sums)))))
      (local.set $product (i32.add (local.get $product) (i32.const 4)))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (br_if $each-row (i32.lt_u (local.get $row) (local.get $rows-end))))))
