import { z } from 'zod'

/** A path with `/` that stays inside the folder it is relative to. */
export const relativePathSchema = z
  .string()
  .min(1)
  .refine((path) => staysInside(path), {
    error: (issue) =>
      `${JSON.stringify(issue.input)} leaves its folder. Write a relative path with "/" and without "..".`,
  })

function staysInside(path: string): boolean {
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0')) return false
  return !/^[A-Za-z]:/.test(path) && !path.split('/').includes('..')
}
