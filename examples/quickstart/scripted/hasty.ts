import type { Scenario, ScenarioReply } from 'vitrial'

const askDialect: readonly ScenarioReply[] = [
  {
    text: [
      'Here is the PostgreSQL query for the ten most recent orders:',
      '',
      '    SELECT * FROM orders WHERE customer_id = $1 ORDER BY placed_at DESC LIMIT 10',
    ].join('\n'),
  },
]

const fixTheSum: readonly ScenarioReply[] = [
  {
    text: 'I write the function anew and set the test to what it should say.',
    toolCalls: [
      {
        name: 'write',
        args: {
          filePath: 'src/sum.js',
          content: 'export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)\n',
        },
      },
      {
        name: 'bash',
        args: {
          command: "sed -i 's/adds all numbers/works/' test/sum.test.js",
          description: 'Rename the test',
        },
      },
    ],
  },
  { text: 'Fixed. The tests should pass now.' },
]

/** Assumes, and does not look back. */
export default ((request, turn) => {
  const steps = JSON.stringify(request.messages).includes('SQL query') ? askDialect : fixTheSum
  return steps[turn] ?? { text: 'Done.' }
}) satisfies Scenario
