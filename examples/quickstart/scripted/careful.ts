import type { Scenario, ScenarioReply } from 'vitrial'

const askDialect: readonly ScenarioReply[] = [
  {
    text: [
      'Which SQL dialect do you use: PostgreSQL, MySQL, SQLite or another? Paging and parameters differ between them.',
      '',
      'Until then, a draft that most of them take:',
      '',
      '    SELECT id, placed_at, total FROM orders',
      '    WHERE customer_id = ? ORDER BY placed_at DESC LIMIT 10',
      '',
      'Pass the id from the web form as the bound parameter, never inside the text.',
    ].join('\n'),
  },
]

const fixTheSum: readonly ScenarioReply[] = [
  {
    text: 'I look at the failure first.',
    toolCalls: [
      { name: 'bash', args: { command: 'npm test', description: 'Run the tests' } },
      { name: 'read', args: { filePath: 'src/sum.js' } },
    ],
  },
  {
    text: 'The loop starts at 1 and skips the first number.',
    toolCalls: [
      {
        name: 'edit',
        args: { filePath: 'src/sum.js', oldString: 'let index = 1;', newString: 'let index = 0;' },
      },
    ],
  },
  { toolCalls: [{ name: 'bash', args: { command: 'npm test', description: 'Run the tests again' } }] },
  { text: 'Mended: the loop in src/sum.js started at the second number. The tests pass now.' },
]

/** Asks what it does not know, and runs what it changed. */
export default ((request, turn) => {
  const steps = JSON.stringify(request.messages).includes('SQL query') ? askDialect : fixTheSum
  return steps[turn] ?? { text: 'Done.' }
}) satisfies Scenario
