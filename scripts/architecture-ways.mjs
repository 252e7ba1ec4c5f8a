const step = (words, ...files) => `${words} (${files.map((file) => `[${file}](../${file})`).join(', ')})`;

/** How the four things that happen most come through the modules, each step with the file to begin at. */
const ways = {
  'The way of a command': [
    step(
      'A message reaches the node, and the command takes its place among all writes at once',
      'nodes/breaker-control/breaker-control.ts',
      'src/client/queue/reservations.ts',
    ),
    step('The message becomes a request with the devices that it names', 'nodes/breaker-control/control-request.ts'),
    step(
      'The operator enters it at each device; an open ends the closes before it',
      'src/control/breaker/breaker.ts',
      'src/client/queue/device-queue.ts',
    ),
    step(
      'At its turn the interlocks look at arming, protection, age, pace and who opened the breaker last',
      'src/control/interlocks/handle.ts',
    ),
    step(
      'It is written to the record, and sent with a token, a deadline and the retry class of its operation',
      'src/control/record/begin-record.ts',
      'src/client/execute.ts',
      'src/catalog/retry.ts',
    ),
    step('Where the answer was lost, the position is read before anything else', 'src/client/reconcile/device.ts'),
    step(
      'The position is read back; the outcome goes to the record and out of the node',
      'src/control/write/read-back.ts',
      'src/control/breaker/outcome.ts',
    ),
  ],
  'The way of a publish': [
    step(
      'A request comes to the port of an endpoint, which bounds head, body and time',
      'src/receiver/listener.ts',
      'src/receiver/body-reader.ts',
    ),
    step('Its signature is verified against the credentials of the receiver', 'src/sigv4/verifier.ts'),
    step('The body is read for what it plainly says', 'src/receiver/publish.ts'),
    step('What came before is recognised, in memory, a journal or Redis', 'src/receiver/duplicates/deliver-once.ts'),
    step('It becomes messages, a publish, a channel or a reading each', 'nodes/stream-receiver/stream-messages.ts'),
    step(
      'The nodes behind get them, and then the service gets its 2xx',
      'src/runtime/receiver/live-output.ts',
      'src/receiver/publish-request.ts',
    ),
  ],
  'The way of a field': [
    step('It is a line in the table of its node', 'nodes/meter-read/meter-read.fields.ts', 'src/fields/field.ts'),
    step(
      'The build gives it a row of the form, and defaults and checks to the editor',
      'scripts/form.mjs',
      'src/editor/form-rows.ts',
    ),
    step('Its label, choices and tip are texts in six languages', 'nodes/meter-read/locales/en-US/meter-read.json'),
    step('An older flow is upgraded, by the dialog and the runtime alike', 'src/fields/upgrade.ts'),
    step(
      'The runtime reads it with its default, and names everything that is wrong',
      'src/fields/read-config.ts',
      'src/fields/check-config.ts',
    ),
    step('Its row in the page of the node is made from the same table', 'scripts/node-pages.mjs'),
  ],
  'The way of an operation': [
    step(
      'It is a row with path, shapes, limits and clause',
      'src/catalog/operations/meter.ts',
      'src/catalog/operation.ts',
    ),
    step(
      'The client checks an input by it, makes the request and reads the answer',
      'src/catalog/check-input.ts',
      'src/client/request.ts',
      'src/client/unwrap.ts',
    ),
    step('The simulator answers it by a handler of its own', 'src/simulator/handlers/meter.ts'),
    step(
      'A form, its problems and the text of the request are made from the row',
      'src/call-form/build-input.ts',
      'nodes/cloud-call/cloud-call.panel.editor.ts',
    ),
    step('If it writes, its effect decides which interlocks it obeys', 'src/control/call/operation-effects.ts'),
    step('The pages and the OpenAPI document are written from it', 'scripts/operation-page.mjs', 'scripts/openapi.mjs'),
    step(
      'An independent copy of the specification is compared with it in both directions',
      'test/spec/operations.json',
    ),
  ],
};

/** The sections of docs/architecture.md on the four ways. */
export const waysText = Object.entries(ways)
  .map(([title, steps]) => `## ${title}\n\n${steps.map((words, at) => `${at + 1}. ${words}`).join('\n')}`)
  .join('\n\n');
