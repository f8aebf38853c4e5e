/** The OpenCode that candidates and judges run: the same in the image and on this machine. */
export const imageOpenCodeVersion = '1.18.33'
/** A long-term release; the candidate's own, whatever runs Vitrial. */
export const imageNodeVersion = '22.23.5'
export const imageNpmVersion = '10.9.9'

/** The processor architectures the image is built for, as Node names them. */
export type ImageArchitecture = 'x64' | 'arm64'

/** A program of the image: an npm package, and where its files go below `/usr/local`. */
export interface ImageProgram {
  /** `name@version`; never a range. */
  readonly specifier: string
  /** Where one of the package's files goes, below `/usr/local`; undefined leaves it out. */
  readonly pathInImage: (path: string) => string | undefined
}

/** What is copied into the image, all from the npm registry, so that it does not depend on the host's own. */
export function imagePrograms(architecture: ImageArchitecture): readonly ImageProgram[] {
  // On x64 the build that does without AVX2: one image for every engine.
  const openCode = architecture === 'x64' ? 'opencode-linux-x64-baseline' : 'opencode-linux-arm64'
  return [
    {
      specifier: `node-linux-${architecture}@${imageNodeVersion}`,
      pathInImage: (path) => (path === 'bin/node' ? path : undefined),
    },
    {
      specifier: `npm@${imageNpmVersion}`,
      pathInImage: (path) => (/^(?:docs|man)\//.test(path) ? undefined : `lib/node_modules/npm/${path}`),
    },
    {
      specifier: `${openCode}@${imageOpenCodeVersion}`,
      pathInImage: (path) => (path === 'bin/opencode' ? path : undefined),
    },
  ]
}

/** Links below `/usr/local`, by their path. */
export const imageLinks: Readonly<Record<string, string>> = {
  'bin/npm': '../lib/node_modules/npm/bin/npm-cli.js',
  'bin/npx': '../lib/node_modules/npm/bin/npx-cli.js',
}
