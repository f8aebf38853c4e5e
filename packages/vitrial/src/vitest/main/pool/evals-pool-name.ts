/** The name Vitest shows for the pool that evals run in. */
export const evalsPoolName = 'vitrial'
