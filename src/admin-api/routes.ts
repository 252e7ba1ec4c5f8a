import type { AccountDraft } from './account-draft';
import type { AccountHealth } from './account-health';
import type { AssumptionLine } from './assumptions';
import type { BatchPreview, BatchQuestion } from './batch-preview';
import type { CallList } from './call-list';
import type { Captures } from './captures';
import type { ChargerState } from './charger-state';
import type { CircuitPreview, CircuitQuestion } from './circuit-preview';
import type { CommandList } from './command-list';
import type { CheckLine } from './connection-check';
import type { ContractProbe } from './contract-probe';
import type { DeviceCurve } from './device-curve';
import type { OperatorAnswer, OperatorDevice, OperatorEvent, OperatorEventQuestion } from './grid-operator';
import type { LegSearch } from './legs';
import type { LiveAnswer } from './live-device';
import type { ManagerList, ManagerQuestion } from './load-managers';
import type { MadeByGone } from './made-by-gone';
import type { Nameplates } from './nameplate';
import type { OperateAnswer, OperateQuestion } from './operate';
import type { CallFields, CallPreview, OperationForm, OperationLine } from './operations';
import type { EndpointFacts, OutsideTest, ReceiverReport } from './receiver-report';
import type { RehearsalPlan, RehearsalResult, RehearsalState } from './rehearsal';
import { read, readAccount, readAccountPosted, write } from './row';
import type { SimulatorControl, SimulatorState } from './simulator-state';
import type { Site, SiteTree } from './site';
import type { SiteCheck } from './site-check';
import type { TrialAnswer, TrialQuestion } from './trial';
import type { WatchedDay } from './watched-day';
import type { AcknowledgeQuestion, WatchList } from './watches';

interface MadeList {
  readonly made: readonly MadeByGone[];
}

type RehearsalStart = { readonly plan: RehearsalPlan } | { readonly scenario: string };

/**
 * Every route below `/breakerflow/` of the admin root, and what it takes and answers. Runtime and editor compile against
 * the table. What has an effect is a POST and needs the permission to write; one route, `operate`, operates devices.
 */
export const routes = {
  /** `devices`: the ids of those in view, with commas. */
  'GET accounts/:id/live': read<{ query: { view: string; devices: string }; answer: LiveAnswer }>(),
  'GET accounts/:id/curve': read<{ query: { deviceId: string }; answer: DeviceCurve }>(),
  /** Operates one device within all interlocks, at most once a second for each user. */
  'POST accounts/:id/operate': write<{ body: OperateQuestion; answer: OperateAnswer }>(),
  /** What two devices are, the first of which the second one replaces; the first may be gone. */
  'GET accounts/:id/nameplates': read<{ query: { old: string; next: string }; answer: Nameplates }>(),
  'GET accounts/:id/health': read<{ answer: AccountHealth }>(),
  /**
   * Starts a check of the site, or tells how far the one that runs has come; it ends when nobody asks any more. `again`:
   * `yes` to begin anew where one is finished.
   */
  'GET accounts/:id/site-check': read<{ query: { again: string }; answer: SiteCheck }>(),
  /**
   * Compares what the account answers to each read with the specification: starts with `again`, goes on after a stop, and ends when
   * nobody asks any more.
   */
  'GET accounts/:id/contract-probe': read<{ query: { again: string }; answer: ContractProbe }>(),
  /** Finds the legs of the devices by their voltages of the last day: starts, tells and ends as the check of the site does. */
  'GET accounts/:id/legs': read<{ query: { again: string }; answer: LegSearch }>(),
  /** The record of commands; `after`: the sequence of the last one of the page before, empty for the first page. */
  'GET accounts/:id/commands': read<{ query: { search: string; after: string }; answer: CommandList }>(),
  /** Asks nothing of the service. */
  'GET accounts/:id/managers': read<{ answer: ManagerList }>(),
  /** Tells a manager something; it commands nothing by itself. */
  'POST accounts/:id/managers/tell': write<{ body: ManagerQuestion; answer: ManagerList }>(),
  /** Lets a device go that only nodes hold that are gone; sends nothing. */
  'POST accounts/:id/managers/free': write<{ body: { deviceId: string }; answer: ManagerList }>(),
  /** Asks nothing of the service. */
  'GET accounts/:id/watches': read<{ answer: WatchList }>(),
  /** Alarms that a person has seen are not repeated. */
  'POST accounts/:id/watches/acknowledge': write<{ body: AcknowledgeQuestion; answer: WatchList }>(),
  'GET accounts/:id/calls': read<{ answer: CallList }>(),
  'GET accounts/:id/simulator': read<{ answer: SimulatorState }>(),
  'POST accounts/:id/simulator': write<{ body: SimulatorControl; answer: { readonly result: unknown } }>(),
  /** The grid operator of a simulated site claims a share code of the house. */
  'POST accounts/:id/grid-operator/claim': write<{ body: { code: string }; answer: OperatorAnswer<OperatorDevice> }>(),
  'POST accounts/:id/grid-operator/begin': write<{
    body: OperatorEventQuestion;
    answer: OperatorAnswer<OperatorEvent>;
  }>(),
  /** Answers with the devices that the event held. */
  'POST accounts/:id/grid-operator/end': write<{
    body: { event: string };
    answer: OperatorAnswer<readonly OperatorDevice[]>;
  }>(),
  'POST test-connection': write<{ body: AccountDraft; answer: { readonly lines: readonly CheckLine[] } }>(),
  'GET operations': read<{ answer: { readonly operations: readonly OperationLine[] } }>(),
  /** What an account can replace of the assumptions of the catalog. */
  'GET assumptions': read<{ answer: { readonly assumptions: readonly AssumptionLine[] } }>(),
  'GET operations/:id': read<{ answer: OperationForm }>(),
  /** Has no effect; it is a POST because values of a form must not be in a URL. */
  'POST call-preview': read<{ body: { account: unknown; call: CallFields }; answer: CallPreview }>(),
  'GET receivers/:id': read<{ answer: ReceiverReport }>(),
  'POST receivers/:id/test': write<{ answer: OutsideTest }>(),
  'POST receivers/:id/register': write<{ answer: object }>(),
  'POST receivers/:id/withdraw': write<{ answer: object }>(),
  /** Calls the public URL as typed, and nothing else. */
  'POST endpoints/:id/test': write<{ body: { publicUrl: string }; answer: OutsideTest }>(),
  'GET endpoint-facts': read<{ answer: EndpointFacts }>(),
  'GET made': read<{ answer: MadeList }>(),
  /** `why`: why it could not be taken back. */
  'POST made/take-back': write<{ body: { id: string }; answer: MadeList & { readonly why?: string } }>(),
  'POST made/give-up': write<{ body: { id: string }; answer: MadeList }>(),
  'GET diagnostics': read<{ answer: object }>(),
  /** What can be rehearsed, what is kept, and how far the one that runs has come. */
  'GET rehearsal': read<{ answer: RehearsalState }>(),
  /** Rehearses the deployed flows in a process of its own; `scenario`: the name of a kept one in place of a plan. */
  'POST rehearsal/start': write<{ body: RehearsalStart; answer: RehearsalState }>(),
  'POST rehearsal/cancel': write<{ answer: RehearsalState }>(),
  /** Of the newest one that has ended with a result. */
  'GET rehearsal/result': read<{ answer: RehearsalResult }>(),
  /** Keeps the plan as a scenario in a file; one of that name is replaced. */
  'POST rehearsal/save': write<{ body: { name: string; plan: RehearsalPlan }; answer: RehearsalState }>(),
  'POST rehearsal/delete': write<{ body: { name: string }; answer: RehearsalState }>(),
};

/**
 * What is read of an account, whichever way a dialog knows it: `GET accounts/:id/<name>` for a deployed one (a POST where the
 * row says so), and for a draft `POST <name>` with the draft and the query as its body.
 */
export const accountRoutes = {
  /** `hardware`: only devices of this hardware type; empty for all. */
  site: readAccount<{ query: { search: string; hardware: string }; answer: Site }>(),
  /** Every location and device at once. */
  tree: readAccount<{ query: object; answer: SiteTree }>(),
  /** Ids of a simulated site by the references of examples, such as `circuit(Water heater)`; none of a real site. */
  references: readAccount<{ query: object; answer: { readonly ids: Readonly<Record<string, string>> } }>(),
  charger: readAccount<{ query: { deviceId: string }; answer: ChargerState }>(),
  /** `waveformId`: empty for the newest. */
  captures: readAccount<{ query: { deviceId: string; waveformId: string }; answer: Captures }>(),
  /** `measure`: what is watched, as a circuit-watch has it. */
  'watched-day': readAccount<{ query: { deviceId: string; measure: string }; answer: WatchedDay }>(),
  batches: readAccount<{ query: { question: BatchQuestion }; answer: BatchPreview }>(),
  /** Sends no command: it only reads. */
  circuits: readAccount<{ query: { question: CircuitQuestion }; answer: CircuitPreview }>(),
  /** Runs a node as its dialog stands. It reads the service; what it would write is shown, and not sent. */
  try: readAccountPosted<{ query: { question: TrialQuestion }; answer: TrialAnswer }>(),
};

export type Route = keyof typeof routes;
export type AccountRoute = keyof typeof accountRoutes;

/** The method of a route below `accounts/:id`. */
export function methodOf(route: AccountRoute): 'GET' | 'POST' {
  return 'posted' in accountRoutes[route] ? 'POST' : 'GET';
}

type ExchangeOf<R extends Route> = NonNullable<(typeof routes)[R]['exchange']>;
type AccountExchangeOf<R extends AccountRoute> = NonNullable<(typeof accountRoutes)[R]['exchange']>;

export type AnswerOf<R extends Route> = ExchangeOf<R>['answer'];
export type AccountAnswerOf<R extends AccountRoute> = AccountExchangeOf<R>['answer'];
export type AccountQueryOf<R extends AccountRoute> = AccountExchangeOf<R>['query'];

type ParameterIn<R extends string> = R extends `${string}:${infer Name}/${string}`
  ? Name
  : R extends `${string}:${infer Name}`
    ? Name
    : never;

/** The name of the parameter in the path of a route. */
export type ParameterOf<R extends Route> = ParameterIn<R> & string;

type KeysOf<T> = T extends unknown ? keyof T & string : never;

/** The names in the query or the body of a route. */
export type InputNameOf<R extends Route> = KeysOf<Omit<ExchangeOf<R>, 'answer'>[keyof Omit<ExchangeOf<R>, 'answer'>]>;
export type AccountInputNameOf<R extends AccountRoute> = KeysOf<AccountQueryOf<R>>;

/** What a request to a route has to bring: `params`, `query` and `body` where the route takes them. */
export type RequestOf<R extends Route> = Omit<ExchangeOf<R>, 'answer'> &
  ([ParameterOf<R>] extends [never] ? unknown : { readonly params: Readonly<Record<ParameterOf<R>, string>> });
