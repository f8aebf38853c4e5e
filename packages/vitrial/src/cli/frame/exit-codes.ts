/** What every command's exit code says. */
export const exitCodes = {
  fine: 0,
  /** The command worked, and the answer is no. */
  no: 1,
  /** The command could not do it. */
  failed: 2,
  /** Nobody read the output to its end, as with `| head`: what a shell sees of a program that SIGPIPE ended. */
  readerGone: 141,
  /** SIGINT, SIGTERM or SIGHUP ended it. */
  interrupted: 130,
} as const
