import type { NodeAPI } from 'node-red';
import type { Job } from '../job';
import { excludedCoreFiles } from '../node-kinds';

/** The parts of an embedded Node-RED that are used here. */
export interface EmbeddedNodeRed {
  init(settings: object): void;
  start(): Promise<void>;
  readonly events: NodeAPI['events'];
  readonly hooks: { add(name: string, hook: (event: never) => void): void };
  readonly nodes: NodeAPI['nodes'];
}

/** What Node-RED logs of a node. */
export interface LogEntry {
  readonly id?: string;
  readonly msg: unknown;
}

/** The settings of a Node-RED that opens no port, loads nothing that can leave, and keeps nothing. */
export function settingsOf(job: Job, folder: string, onLog: (level: number, entry: LogEntry) => void): object {
  const nothing = async () => ({});
  return {
    ...{ userDir: folder, lang: job.language },
    httpAdminRoot: false,
    httpNodeRoot: false,
    httpStatic: false,
    credentialSecret: false,
    telemetry: { enabled: false, updateNotification: false },
    editorTheme: { projects: { enabled: false } },
    externalModules: { autoInstall: false, palette: { allowInstall: false }, modules: { allowInstall: false } },
    nodesExcludes: excludedCoreFiles,
    logging: {
      rehearsal: {
        level: 'warn',
        metrics: false,
        audit: false,
        handler: () => (entry: LogEntry & { level: number }) => onLog(entry.level, entry),
      },
    },
    storageModule: {
      init: async () => {},
      getFlows: async () => job.flow,
      saveFlows: nothing,
      getCredentials: nothing,
      saveCredentials: nothing,
      getSettings: nothing,
      saveSettings: nothing,
      getSessions: nothing,
      saveSessions: nothing,
      getLibraryEntry: nothing,
      saveLibraryEntry: nothing,
    },
  };
}
