#!/usr/bin/env node
import { run } from './run';
import { simulator } from './simulator';

// The name that version 0.1.0 had for it.
run([simulator.name, ...process.argv.slice(2)]).then((code) => {
  process.exitCode = code;
});
