/** Writes what a program has found out as its last line. */
export function printResult(running: Promise<unknown>): void {
  running.then(
    (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
    (error) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
