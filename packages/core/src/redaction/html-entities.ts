/** The names that HTML has for characters of ASCII, by the code. */
const names: Readonly<Record<number, string>> = {
  9: 'Tab',
  10: 'NewLine',
  33: 'excl',
  34: 'quot QUOT',
  35: 'num',
  36: 'dollar',
  37: 'percnt',
  38: 'amp AMP',
  39: 'apos',
  40: 'lpar',
  41: 'rpar',
  42: 'ast midast',
  43: 'plus',
  44: 'comma',
  46: 'period',
  47: 'sol',
  58: 'colon',
  59: 'semi',
  60: 'lt LT',
  61: 'equals',
  62: 'gt GT',
  63: 'quest',
  64: 'commat',
  91: 'lsqb lbrack',
  92: 'bsol',
  93: 'rsqb rbrack',
  94: 'Hat',
  95: 'lowbar UnderBar',
  96: 'grave DiacriticalGrave',
  123: 'lcub lbrace',
  124: 'verbar vert VerticalLine',
  125: 'rcub rbrace',
}

/** The code of a character of ASCII by its name in HTML. */
export const entities: ReadonlyMap<string, number> = new Map(
  Object.entries(names).flatMap(([code, all]) => all.split(' ').map((name) => [name, Number(code)] as const)),
)

export const longestEntity = Math.max(...[...entities.keys()].map((name) => name.length))
