/** Small named stores that outlive the tab: IndexedDB, or memory where the browser refuses it. */

export interface Shelf<T> {
  /** False when the work would be lost with the tab; the page then asks before it closes. */
  readonly durable: boolean;
  all(): Promise<T[]>;
  get(key: string): Promise<T | undefined>;
  put(key: string, item: T): Promise<void>;
  remove(key: string): Promise<void>;
}

const database = 'penumbra';
const stores = ['outbox', 'drafts'] as const;
export type ShelfName = (typeof stores)[number];

export class MemoryShelf<T> implements Shelf<T> {
  readonly durable = false;
  readonly #items = new Map<string, T>();

  async all(): Promise<T[]> {
    return [...this.#items.values()];
  }
  async get(key: string): Promise<T | undefined> {
    return this.#items.get(key);
  }
  async put(key: string, item: T): Promise<void> {
    this.#items.set(key, item);
  }
  async remove(key: string): Promise<void> {
    this.#items.delete(key);
  }
}

class DatabaseShelf<T> implements Shelf<T> {
  readonly durable = true;
  constructor(
    readonly open: IDBDatabase,
    readonly name: ShelfName,
  ) {}

  all(): Promise<T[]> {
    return done<T[]>(this.#store('readonly').getAll());
  }
  get(key: string): Promise<T | undefined> {
    return done<T | undefined>(this.#store('readonly').get(key));
  }
  async put(key: string, item: T): Promise<void> {
    await done(this.#store('readwrite').put(item, key));
  }
  async remove(key: string): Promise<void> {
    await done(this.#store('readwrite').delete(key));
  }
  #store(mode: IDBTransactionMode): IDBObjectStore {
    return this.open.transaction(this.name, mode, { durability: 'strict' }).objectStore(this.name);
  }
}

let opening: Promise<IDBDatabase | null> | null = null;

export async function openShelf<T>(name: ShelfName): Promise<Shelf<T>> {
  const open = await (opening ??= openDatabase());
  return open ? new DatabaseShelf<T>(open, name) : new MemoryShelf<T>();
}

/** Private windows and full disks refuse; work then goes on without the safety net, and says so. */
function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(null);
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      for (const name of stores) request.result.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
}

function done<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}
