type WithoutNulls<Row> = {
  [K in keyof Row as null extends Row[K] ? never : K]: Row[K]
} & {
  [K in keyof Row as null extends Row[K] ? K : never]?: NonNullable<Row[K]>
}

/** Turns SQL's null into an absent property. */
export function omitNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  const present = Object.entries(row).filter(([, value]) => value !== null)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the filter does
  return Object.fromEntries(present) as WithoutNulls<Row>
}
