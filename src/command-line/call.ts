import { isOperationId, type OperationId, operationIds, type PagedOperationId, rowOf } from '../catalog';
import { answersWithSecret, type Client, createClient, maskAnswer } from '../client';
import { systemClock } from '../clock';
import { type CallResult, confirmationOf, effectOf } from '../control';
import { accountNotes, accountOption, accountSettings } from './account';
import { type CommandLineCall, createCommandLineCaller, needsConfirmation } from './caller';
import { type CallInput, readInput } from './input';
import { type ExitCode, exitCodes, subcommand, UsageError } from './subcommand';

export const call = subcommand({
  name: 'call',
  about:
    'Runs an operation of the service, such as devices.list, and prints its answer as JSON; without one it lists them all. What it does not know: the protected devices, the locks and the record of commands of a Node-RED.',
  argument: 'OPERATION',
  options: {
    account: accountOption,
    input: {
      value: 'FILE',
      about:
        'JSON with path, query, filter, orderby, page and body, as far as the operation takes them; - reads standard input',
    },
    all: { about: 'read every page of a list' },
    send: { about: 'send an operation that writes; without it, what would be sent is printed' },
    confirm: {
      value: 'VALUE',
      about:
        'what the operation demands to be sent: the id of the device or the name of the secret, or true; it is named where it is missing',
    },
    secrets: { about: 'print the secrets of an answer, which are *** otherwise' },
  },
  notes: accountNotes,
  async run({ account, input: file, all = false, send = false, confirm, secrets = false }, operation) {
    if (operation === undefined) return print(listOfOperations());
    if (!isOperationId(operation))
      throw new UsageError(`There is no operation ${operation}; breakerflow call lists them all.`);
    const writes = effectOf(operation) !== 'read';
    if (all && !isPaged(operation)) throw new UsageError(`${operation} has no pages: leave out --all.`);
    if (writes && send && !secrets && answersWithSecret(operation))
      throw new UsageError(
        `${operation} answers with a secret that the service tells once: without --secrets it would be lost.`,
      );
    const input = readInput(file);
    const settings = accountSettings(account);
    const client = createClient({ settings, clock: systemClock, random: Math.random });
    const mask = (data: unknown) => (secrets ? data : maskAnswer(operation, data));
    try {
      if (all && isPaged(operation)) return printJson(mask(await everyPage(client, operation, input)));
      const wanted: CommandLineCall = { operation, input, send, confirm };
      const result = await createCommandLineCaller(client, settings).call(wanted);
      return writes ? printWrite(wanted, { ...result, data: mask(result.data) }) : printRead(result, mask);
    } finally {
      await client.close();
    }
  },
});

function isPaged(operation: OperationId): operation is PagedOperationId {
  return rowOf(operation).paging !== undefined;
}

async function everyPage(client: Client, operation: PagedOperationId, input: CallInput): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { items } of client.pages(operation, input as never)) found.push(...items);
  return found;
}

function printRead({ data, page }: CallResult, mask: (data: unknown) => unknown): ExitCode {
  const read = (page?.offset ?? 0) + (page?.count ?? (Array.isArray(data) ? data.length : 0));
  if (typeof page?.next === 'string' || (page?.totalCount ?? 0) > read)
    process.stderr.write('This is one page of several: --all reads them all.\n');
  return printJson(mask(data));
}

function printWrite({ operation, input }: CommandLineCall, result: CallResult): ExitCode {
  const { outcome, data, at, request } = result;
  printJson(request === undefined ? { outcome, data, at } : { outcome, request });
  if (request === undefined) return outcome === 'unknown' ? exitCodes.unknown : exitCodes.done;
  const wanted = confirmationOf({ operation, input, confirmWrites: needsConfirmation(operation) });
  const confirm = wanted === undefined ? '' : ` --confirm ${String(wanted)}`;
  process.stderr.write(`Nothing was sent: add --send${confirm} to send it.\n`);
  return exitCodes.done;
}

function listOfOperations(): string {
  const longest = Math.max(...operationIds.map(({ length }) => length));
  return operationIds
    .map((id) => {
      const kind = effectOf(id) === 'read' ? 'reads ' : 'writes';
      return `${id.padEnd(longest)}  ${kind}  ${rowOf(id).method.padEnd(6)}  ${rowOf(id).title}\n`;
    })
    .join('');
}

const printJson = (value: unknown) => print(`${JSON.stringify(value, undefined, 2)}\n`);

function print(text: string): ExitCode {
  process.stdout.write(text);
  return exitCodes.done;
}
