/** What systems and editors leave in any folder that somebody opens. */
const litterNames =
  /^(?:\.DS_Store|\._.*|\.AppleDouble|\.Spotlight-V100|\.Trashes|\.fseventsd|Thumbs\.db|ehthumbs\.db|desktop\.ini|\..*\.sw[a-p]|\.#.*)$/i

/** What git keeps only while one of its programs runs. */
const gitLitter = /(?:^|\/)\.git\/(?:.*\/)?(?:[^/]*\.lock|gc\.pid|gitk\.cache|fsmonitor--daemon[^/]*)$/

/**
 * Whether a path of a workspace was left there by a tool that only looked at it: no part of the task, so no candidate is
 * given it and no work is outdated by it.
 */
export function isToolLitter(path: string): boolean {
  return litterNames.test(path.slice(path.lastIndexOf('/') + 1)) || gitLitter.test(path)
}
