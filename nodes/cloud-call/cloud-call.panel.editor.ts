import { ask, deployedOrDraft, element, type Form } from '../../src/editor';
import { createFields } from './body-fields.editor';
import { type CallModel, createCallModel } from './call-model.editor';
import { addCallStyle } from './call-style.editor';
import { createFilterBuilder } from './filter-builder.editor';
import type english from './locales/en-US/cloud-call.json';
import { createOperationCard } from './operation-card.editor';
import type { OperationForm, Text, ValueSchema } from './operation-form.editor';
import { createOperationPicker } from './operation-picker.editor';
import { createRequestView } from './request-view.editor';
import { createSiteNames } from './site-names.editor';
import { createValueField } from './value-field.editor';

/** The part of the dialog that follows the chosen operation. */
export interface Panel {
  close(): void;
}

interface PanelOptions {
  readonly form: Form;
  readonly text: Text;
}

const textSchema: ValueSchema = { type: 'string' };
const deviceSchema: ValueSchema = { ...textSchema, names: 'device' };

function host(name: string): HTMLElement {
  return document.getElementById(`breakerflow-call-${name}`) ?? element('div');
}

/** Builds the form of the stored operation, and rebuilds it when another one is chosen. */
export function openPanel({ form, text }: PanelOptions): Panel {
  addCallStyle();
  const picked = () => form.input('operationFrom').val() !== 'value';
  let operation: OperationForm | undefined;
  let newestLoad = 0;
  const view = createRequestView(host('request'), text, () => {
    const { operation: id, values, bodyFrom, body, bodyType, asWritten } = form.values();
    const call = { operation: id, values, bodyFrom, body, bodyType, asWritten };
    return { account: form.input('account').val(), call };
  });
  const model: CallModel = modelOf(String(form.input('values').val() ?? ''));

  const account = () => deployedOrDraft(String(form.input('account').val() ?? ''));
  const names = createSiteNames(account, () => operation?.hardware ?? 'any');
  const context = { model, text, names };

  function modelOf(stored: string): CallModel {
    return createCallModel(stored, (values) => {
      form.input('values').val(values).trigger('change');
      update();
    });
  }

  function update(): void {
    if (operation !== undefined) view.update();
  }

  function showParts(): void {
    const shown = picked() ? operation : undefined;
    const whole = form.input('bodyFrom').val() === 'value';
    // What is sent as it is written can have a body where none is known.
    const takesBody =
      shown?.body !== undefined || (shown !== undefined && shown.method !== 'GET' && form.values().asWritten === true);
    for (const [name, isVisible] of Object.entries({
      operation: picked(),
      form: shown !== undefined,
      whole: takesBody,
      body: shown?.body !== undefined && !whole,
      request: shown !== undefined,
      paging: !picked() || shown?.paging !== undefined,
      safety: !picked() || (shown !== undefined && shown.effect !== 'read'),
    }))
      host(name).toggleAttribute('hidden', !isVisible);
    const secrets = document.querySelector('.breakerflow-row[data-field="secrets"]');
    secrets?.toggleAttribute('hidden', shown !== undefined && !shown.secrets);
  }

  function section(
    name: keyof (typeof english)['cloud-call']['section'],
    fields: readonly HTMLElement[],
  ): HTMLElement[] {
    return fields.length === 0 ? [] : [element('h4', {}, [text(`section.${name}`)]), ...fields];
  }

  function showForm(chosen: OperationForm): void {
    const { pathParameters, deviceParameters, query, filter, orderby, paging, body } = chosen;
    const value = (pointer: string, name: string, schema: ValueSchema, required: boolean) =>
      createValueField({ pointer, name, schema, required }, context);
    const queryFields = Object.entries(query?.properties ?? {}).map(([name, schema]) =>
      value(`query/${name}`, name, schema, query?.required?.includes(name) === true),
    );
    const limit: ValueSchema = { type: 'integer', minimum: 0, ...(paging && { maximum: paging.limitMax }) };
    host('form').replaceChildren(
      createOperationCard(chosen, text),
      ...section(
        'path',
        pathParameters.map((name) =>
          value(`path/${name}`, name, deviceParameters.includes(name) ? deviceSchema : textSchema, true),
        ),
      ),
      ...section('query', queryFields),
      ...section('filter', filter === undefined ? [] : [createFilterBuilder(filter, context)]),
      ...section(
        'order',
        orderby === undefined
          ? []
          : [
              value('orderby/by', 'by', { type: 'string', enum: orderby }, false),
              value('orderby/direction', 'direction', { type: 'string', enum: ['asc', 'desc'] }, false),
            ],
      ),
      ...section(
        'page',
        paging === undefined
          ? []
          : [
              value('page/offset', 'offset', { type: 'integer', minimum: 0 }, paging.required === true),
              value('page/limit', 'limit', limit, paging.required === true),
            ],
      ),
    );
    host('body').replaceChildren(
      ...(body === undefined
        ? []
        : [createFields({ pointer: 'body', name: 'body', schema: body, required: true }, context)]),
    );
    showParts();
    update();
  }

  async function load(id: string, isNew: boolean): Promise<void> {
    const thisLoad = ++newestLoad;
    if (isNew) model.clear();
    try {
      const chosen = await ask('GET operations/:id', { params: { id } });
      if (thisLoad !== newestLoad) return;
      operation = chosen;
      if (isNew && chosen.paging?.required === true) {
        model.set('page/offset', { type: 'num', value: '0' });
        model.set('page/limit', { type: 'num', value: '100' });
      }
      showForm(chosen);
    } catch (error) {
      if (thisLoad !== newestLoad) return;
      operation = undefined;
      host('form').replaceChildren(
        element('div', { class: 'breakerflow-error', role: 'alert' }, [String((error as Error).message)]),
      );
      showParts();
    }
  }

  const stored = String(form.input('operation').val() ?? '');
  createOperationPicker({
    host: host('operation'),
    text,
    chosen: stored,
    onChoose(id) {
      const isNew = id !== form.input('operation').val();
      form.input('operation').val(id).trigger('change');
      if (isNew) form.input('bodyFrom').val('form').trigger('change');
      load(id, isNew);
    },
  });
  // setTimeout: the dialog first shows or hides its own rows for the changed field.
  for (const name of ['operationFrom', 'bodyFrom', 'asWritten'])
    form.input(name).on('change', () => setTimeout(showParts));
  for (const name of ['bodyFrom', 'body', 'account', 'asWritten']) form.input(name).on('change', update);
  showParts();
  if (stored !== '') load(stored, false);

  return {
    close() {
      newestLoad += 1;
      view.close();
    },
  };
}
