import type { NodeAPI } from 'node-red';
import type { FieldTable } from '../../fields';
import { clockOf, stateTroubleLog, userDirOf } from '..';
import { scheduleMemory } from '../made';
import { accountAt } from './account-at';
import { readBatches, readQuestion } from './batches';
import { readCaptures } from './captures';
import { readChargerView } from './charger';
import { registerMadeRoutes } from './made';
import { registerOperationRoutes } from './operations';
import { registerReceiverRoutes } from './receivers';
import { addRoute } from './route';
import { registerSidebarRoutes } from './sidebar';
import { readSite } from './site';
import { testConnection } from './test-connection';
import { openDraft, readDraft } from './undeployed-account';

/** Adds the routes that the edit dialogs ask; once a runtime. */
export function registerAdmin(RED: NodeAPI, fields: FieldTable): void {
  registerReceiverRoutes(RED);
  registerSidebarRoutes(RED, fields);
  registerOperationRoutes(RED);
  registerMadeRoutes(RED);
  addRoute(RED, 'get', 'accounts/:id/site', async ({ params, query }) => {
    const account = await accountAt(RED, params.id);
    return account === undefined
      ? undefined
      : readSite(account, String(query.search ?? ''), String(query.hardware ?? ''));
  });

  addRoute(RED, 'post', 'site', async ({ body, texts }) => {
    const { id, config } = readDraft(RED, fields, { body, texts });
    const { search, hardware } = body as { readonly search?: unknown; readonly hardware?: unknown };
    const account = openDraft(RED, id, config);
    try {
      return await readSite(account, String(search ?? ''), String(hardware ?? ''));
    } finally {
      await account.close();
    }
  });

  addRoute(RED, 'get', 'accounts/:id/charger', async ({ params, query }) => {
    const account = await accountAt(RED, params.id);
    return account === undefined
      ? undefined
      : readChargerView(account, String(query.deviceId ?? ''), clockOf(RED).now());
  });

  addRoute(RED, 'post', 'charger', async ({ body, texts }) => {
    const { id, config } = readDraft(RED, fields, { body, texts });
    const account = openDraft(RED, id, config);
    try {
      const { deviceId } = body as { readonly deviceId?: unknown };
      return await readChargerView(account, String(deviceId ?? ''), clockOf(RED).now());
    } finally {
      await account.close();
    }
  });

  addRoute(RED, 'get', 'accounts/:id/captures', async ({ params, query }) => {
    const account = await accountAt(RED, params.id);
    return account === undefined
      ? undefined
      : readCaptures(account, String(query.deviceId ?? ''), String(query.waveformId ?? ''));
  });

  addRoute(RED, 'post', 'captures', async ({ body, texts }) => {
    const { id, config } = readDraft(RED, fields, { body, texts });
    const account = openDraft(RED, id, config);
    try {
      const { deviceId, waveformId } = body as { readonly deviceId?: unknown; readonly waveformId?: unknown };
      return await readCaptures(account, String(deviceId ?? ''), String(waveformId ?? ''));
    } finally {
      await account.close();
    }
  });

  const memory = () => scheduleMemory(userDirOf(RED), stateTroubleLog(RED));
  addRoute(RED, 'get', 'accounts/:id/batches', async ({ params, query }) => {
    const id = params.id ?? '';
    const account = await accountAt(RED, id);
    if (account === undefined) return undefined;
    const question = readQuestion(id, JSON.parse(String(query.question ?? '{}')));
    return readBatches(account, clockOf(RED), memory(), question);
  });

  addRoute(RED, 'post', 'batches', async ({ body, texts }) => {
    const { id, config } = readDraft(RED, fields, { body, texts });
    const account = openDraft(RED, id, config);
    try {
      const { question } = body as { readonly question?: unknown };
      return await readBatches(account, clockOf(RED), memory(), readQuestion(id, question));
    } finally {
      await account.close();
    }
  });

  addRoute(RED, 'post', 'test-connection', async ({ body, texts }) => {
    const { id, stored, config } = readDraft(RED, fields, { body, texts });
    const account = openDraft(RED, id, config);
    try {
      const lines = await testConnection(account, { ...stored, ...config }, clockOf(RED).now(), texts);
      return { lines };
    } finally {
      await account.close();
    }
  });
}
