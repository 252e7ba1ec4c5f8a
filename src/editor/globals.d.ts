/** The part of Node-RED's editor and its jQuery that the dialogs use. */

interface NodeDefinition {
  readonly category: string;
  readonly defaults?: Readonly<Record<string, { readonly value?: unknown; readonly type?: string }>>;
  readonly label?: unknown;
  readonly _?: unknown;
  onadd?(this: EditorNode): void;
}

interface EditorNode {
  readonly id: string;
  readonly type: string;
  name?: string;
  changed?: boolean;
  readonly _def: NodeDefinition;
  readonly credentials?: Readonly<Record<string, unknown>>;
  [property: string]: unknown;
}

/** A flow, a subflow or a group. */
interface EditorContainer {
  readonly id: string;
  readonly label?: string;
  readonly name?: string;
  readonly env?: unknown;
}

interface Query {
  readonly length: number;
  readonly [index: number]: HTMLElement;
  val(): string | null | undefined;
  val(value: unknown): Query;
  on(event: string, handler: (event: { preventDefault(): void }) => void): Query;
  off(event: string): Query;
  trigger(event: string): Query;
  is(selector: string): boolean;
  prop(name: string): unknown;
  prop(name: string, value: unknown): Query;
  toggle(shown: boolean): Query;
  typedInput(options: { default?: string; types: readonly (string | object)[]; typeField?: string }): Query;
  typedInput(call: 'width', width: string): Query;
  typedInput(call: 'type' | 'value'): string;
  typedInput(call: 'type' | 'value', value: string): Query;
}

declare function $(selector: string | HTMLElement): Query;
declare namespace $ {
  /** The answer is JSON of the shape that the contract of the admin routes gives it. */
  function ajax<Answer>(options: {
    url: string;
    method: 'GET' | 'POST';
    data?: string;
    contentType?: string;
    dataType?: 'json';
    timeout?: number;
    headers?: Readonly<Record<string, string>>;
  }): PromiseLike<Answer> & { abort(): void };
}

declare const RED: {
  readonly i18n: { lang(): string };
  readonly plugins: { registerPlugin(id: string, definition: { type: string; onadd(): void }): void };
  readonly sidebar: {
    addTab(tab: {
      id: string;
      label: string;
      name: string;
      iconClass: string;
      content: HTMLElement;
      enableOnEdit: boolean;
    }): void;
    show(id: string): void;
  };
  readonly actions: { add(id: string, action: () => void): void };
  readonly utils: {
    /** What the editor calls a node: `fallback` where it has no label. */
    getNodeLabel(node: EditorNode, fallback: string): string;
  };
  readonly events: {
    on(event: string, listener: (node: EditorNode) => void): void;
    emit(event: string, node: EditorNode): void;
  };
  readonly editor: {
    /** Opens the dialog of a config node; `_ADD_` as its id for a new one. */
    editConfig(property: string, type: string, id: string): void;
    validateNode(node: EditorNode): boolean;
  };
  readonly history: {
    /** The newest change that can be undone. */
    peek(): { readonly t: string; readonly nodes?: string[] } | undefined;
    /** Every change that can be undone, the oldest first. */
    list(): readonly { readonly t: string; readonly nodes?: string[] }[];
    push(
      event:
        | { t: 'add'; nodes: readonly string[]; dirty: boolean }
        | {
            t: 'edit';
            node: EditorNode;
            changes: Readonly<Record<string, unknown>>;
            changed: boolean;
            dirty: boolean;
          }
        | { t: 'multi'; events: readonly object[]; dirty: boolean },
    ): void;
  };
  readonly comms: {
    subscribe<Payload>(topic: string, listener: (topic: string, payload: Payload) => void): void;
  };
  readonly user: { hasPermission(permission: string): boolean };
  /** `user`: absent where Node-RED has no login. */
  readonly settings: { readonly user?: { readonly username?: string; readonly anonymous?: boolean } };
  readonly clipboard: { copyText(text: string, element: Query, message: string): void };
  /** As a string, a message would be inserted as HTML. */
  notify(message: HTMLElement, type: 'error' | 'warning'): void;
  notify(
    message: HTMLElement,
    options: {
      type: 'warning';
      modal: boolean;
      fixed: boolean;
      buttons: readonly { readonly text: string; readonly class?: string; click(): void }[];
    },
  ): { close(): void };
  readonly workspaces: { active(): string | 0; isLocked(id?: string): boolean };
  readonly view: {
    reveal(id: string): void;
    redraw(updateActive: boolean): void;
    scale(): number;
    gridSize(): number;
    importNodes(
      nodes: readonly object[],
      options: { touchImport: boolean; generateIds: boolean; notify: boolean },
    ): void;
  };
  _(key: string, params?: Readonly<Record<string, unknown>>): string;
  readonly nodes: {
    /** The flows as last loaded or deployed. */
    originalFlow(): readonly { readonly id: string; readonly [setting: string]: unknown }[];
    node(id: string): EditorNode | null | undefined;
    workspace(id: string): { readonly label?: string; readonly disabled?: boolean } | null | undefined;
    eachNode(visit: (node: EditorNode) => boolean | undefined): void;
    id(): string;
    dirty(): boolean;
    dirty(isDirty: boolean): void;
    import(nodes: readonly object[], options: { generateIds: boolean; markChanged: boolean }): unknown;
    updateConfigNodeUsers(node: EditorNode, options: { action: 'add' | 'remove' }): void;
    add(node: EditorNode): void;
    remove(id: string): unknown;
    getType(type: string): NodeDefinition | undefined;
    eachConfig(visit: (node: EditorNode) => boolean | undefined): void;
    eachWorkspace(visit: (flow: EditorContainer) => boolean | undefined): void;
    eachSubflow(visit: (subflow: EditorContainer) => boolean | undefined): void;
    eachGroup(visit: (group: EditorContainer) => boolean | undefined): void;
    registerType(type: string, definition: object): void;
  };
};
