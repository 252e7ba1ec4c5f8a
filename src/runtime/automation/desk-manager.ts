import type {
  Answer,
  LoadSummary,
  ManagerClaim,
  ManagerMessage,
  ManagerSettings,
  ManagerSummary,
  Sentence,
} from '../../automation';
import type { Account } from '..';

/** A manager as the desk sees it. */
export interface DeskManager {
  readonly by: string;
  readonly name?: string;
  readonly account: Account;
  readonly settings: ManagerSettings;
  readonly startedAt: number;
  readonly startedAtMs: number;
  readonly reasonText: (reason: Sentence, deviceId: string) => string;
  /** Why a load is held off or limited, in words. */
  readonly why: (load: LoadSummary) => string | undefined;
  /** Sends a command as the manager's own, whoever is the cause that it comes now. */
  readonly send: <T>(work: () => Promise<T>) => Promise<T>;
  /** Decides at once with what a person or a flow has told it. */
  readonly take: (message: ManagerMessage) => void;
  readonly summary: () => ManagerSummary | undefined;
  /** Takes the answers to its claims. */
  readonly answer: (answers: readonly Answer[]) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** A manager at the desk, and what it claims. */
export interface Entry {
  manager: DeskManager;
  /** False while its node is being deployed: its claims hold, and nothing is sent for it. */
  live: boolean;
  claims: readonly ManagerClaim[];
  /** Answers that came during a deploy. */
  kept: Answer[];
}

/**
 * The claims of a node that waits for the one that takes its place: they hold, and none of them is ever sent. What was not sent
 * yet is decided anew.
 */
export function heldClaims(claims: readonly ManagerClaim[]): ManagerClaim[] {
  return claims.map(({ action: _action, ...held }) => held);
}
