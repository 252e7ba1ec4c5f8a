import { type Runner, reporters, type Test } from 'mocha';

interface Reporter {
  done?: (failures: number, end?: (failures: number) => void) => void;
}

/**
 * Prints what failed and why, then `N passed, N failed` as the last line. A pending test counts as failed, and so does
 * a run without tests: neither has shown anything. What was tried again is named with what went wrong the first time. The
 * process exits with the number of failures.
 */
function reporter(this: Reporter, runner: Runner): void {
  const failures: Test[] = [];
  const pending: Test[] = [];
  const retried: Test[] = [];
  let passed = 0;
  let failed = 0;

  runner.on('pass', () => {
    passed += 1;
  });
  runner.on('pending', (test: Test) => pending.push(test));
  runner.on('retry', (test: Test, error: Error) => {
    test.err = error;
    retried.push(test);
  });
  runner.on('fail', (test: Test, error: Error) => {
    test.err = error;
    failures.push(test);
  });
  runner.on('end', () => {
    failed = failures.length + pending.length;
    if (failures.length > 0) reporters.Base.list(failures);
    for (const test of retried) console.log(`  tried again: ${test.fullTitle()}\n    ${test.err?.message}`);
    for (const test of pending) console.log(`  not run: ${test.fullTitle()}`);
    if (passed + failed === 0) {
      console.log('  no test was run');
      failed = 1;
    }
    console.log(`${passed} passed, ${failed} failed`);
  });

  this.done = (_failures, end) => end?.(failed);
}

export = reporter;
