import type { EvalWithSources } from './load-eval.ts'

/** The evals that have a metric in one of the categories, whatever the letter case; all, without categories. */
export function selectByCategory(
  evals: readonly EvalWithSources[],
  categories: readonly string[] | undefined,
): readonly EvalWithSources[] {
  if (categories === undefined) return evals
  const wanted = new Set(categories.map((category) => category.toLowerCase()))
  return evals.filter(({ loaded }) =>
    loaded.rubric.metrics.some((metric) =>
      metric.categories?.some((category) => wanted.has(category.toLowerCase())),
    ),
  )
}
