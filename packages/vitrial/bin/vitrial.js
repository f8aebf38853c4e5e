#!/usr/bin/env node
// Committed, because npm links a command only to a file that is there when it installs.
await import('../dist/cli/main.js')
