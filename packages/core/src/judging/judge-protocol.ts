/**
 * The version of what a judge is told and how it must answer, kept with each judge run: raised when tools, base
 * prompt or validation change what a judgment means.
 */
export const judgeProtocol = 1
