import {
  PostgresDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type PostgresDialectConfig,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { isDatabaseUnavailable } from '../database-unavailable.ts';
import { currentScope, type PrimaryCause, type ReadScope } from './read-scope.ts';

/** What is read instead of the primary while it is usable. */
export interface ReadSource {
  /** The instant for which it is true now, in milliseconds; null: it is not read. */
  usableAsOf(): number | null;
  /** A connection to it has failed: it is not read until it has been measured again. */
  failed(): void;
  /** Called for every query of a scope. */
  counted(source: 'replica' | PrimaryCause): void;
}

type Options = Parameters<DatabaseConnection['executeQuery']>[1];

const WRITES = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']);
/** Of a statement that was written as a text. What hides in a longer one, PostgreSQL refuses where it only reads. */
const WRITTEN = /^\s*(?:insert|update|delete|merge|truncate|create|alter|drop)\b/i;
const STATEMENT_TIMEOUT = '57014';

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

/** It is away or full, or its connection was ended. What took too long there would take as long elsewhere. */
const isGone = (error: unknown): boolean =>
  codeOf(error) === undefined || (isDatabaseUnavailable(error) && codeOf(error) !== STATEMENT_TIMEOUT);

/** It ended the query for what it has to replay. */
const isRecoveryConflict = (error: unknown): boolean =>
  codeOf(error) === '40001' || codeOf(error) === '40P01';

/** Thrown out of a transaction: begun again, it is done on the primary. */
export class ReplicaLost extends Error {}

interface Lent {
  connection: DatabaseConnection;
  from: Driver;
}

/** The connection of a scope, with either server behind it. */
class ReadingConnection implements DatabaseConnection {
  lent: Lent;
  inTransaction = false;
  readonly #scope: ReadScope;
  readonly #source: ReadSource;
  readonly #primary: Driver;

  constructor(lent: Lent, { scope, source, primary }: ScopedBy) {
    this.lent = lent;
    this.#scope = scope;
    this.#source = source;
    this.#primary = primary;
  }

  async executeQuery<Row>(query: CompiledQuery, options?: Options): Promise<QueryResult<Row>> {
    // Also on the primary: a fault that would show while there is a replica shows always.
    if (WRITES.has(query.query.kind) || WRITTEN.test(query.sql))
      throw new Error('work that may lag only reads, and this query writes');
    const { lent } = this;
    try {
      return await lent.connection.executeQuery<Row>(query, options);
    } catch (error) {
      // Repeated once, on the primary: a query that only reads has changed nothing.
      if (lent.from === this.#primary || !(isGone(error) || isRecoveryConflict(error))) throw error;
      if (isGone(error)) this.#source.failed();
      this.#scope.usePrimary('failed');
      if (this.inTransaction) throw new ReplicaLost('the replica is lost', { cause: error });
    }
    this.lent = { connection: await this.#primary.acquireConnection(options), from: this.#primary };
    await lent.from.releaseConnection(lent.connection);
    this.#source.counted('failed');
    return this.lent.connection.executeQuery<Row>(query, options);
  }

  streamQuery(): never {
    throw new Error('work that may lag is read page by page');
  }
}

interface ScopedBy {
  scope: ReadScope;
  source: ReadSource;
  primary: Driver;
}

/** Lends connections of the primary, and within a scope that may lag those of the replica while it is usable. */
class RoutedDriver implements Driver {
  readonly #primary: Driver;
  readonly #replica: Driver;
  readonly #source: ReadSource;

  constructor(primary: Driver, replica: Driver, source: ReadSource) {
    this.#primary = primary;
    this.#replica = replica;
    this.#source = source;
  }

  async init(options?: Options): Promise<void> {
    await Promise.all([this.#primary.init(options), this.#replica.init(options)]);
  }

  async acquireConnection(options?: Options): Promise<DatabaseConnection> {
    const scope = currentScope();
    if (!scope) return this.#primary.acquireConnection(options);
    const lent = await this.#lend(scope, options);
    return new ReadingConnection(lent, { scope, source: this.#source, primary: this.#primary });
  }

  async #lend(scope: ReadScope, options?: Options): Promise<Lent> {
    const asOfMs = scope.primary === null ? this.#source.usableAsOf() : null;
    if (asOfMs === null) scope.usePrimary('not-usable');
    else {
      try {
        const connection = await this.#replica.acquireConnection(options);
        scope.readAsOf(asOfMs);
        this.#source.counted('replica');
        return { connection, from: this.#replica };
      } catch (error) {
        // Answered by the primary; asked again once it has been measured.
        if (!isGone(error)) throw error;
        this.#source.failed();
        scope.usePrimary('failed');
      }
    }
    this.#source.counted(scope.primary ?? 'not-usable');
    return { connection: await this.#primary.acquireConnection(options), from: this.#primary };
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (!(connection instanceof ReadingConnection))
      return this.#primary.beginTransaction(connection, settings);
    connection.inTransaction = true;
    await connection.lent.from.beginTransaction(connection, { ...settings, accessMode: 'read only' });
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#primary.commitTransaction(connection);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const { connection: inner, from } = this.#lentOf(connection);
    if (from !== this.#replica) return from.rollbackTransaction(inner);
    // Nothing was written that must be undone: what ended the transaction is what its caller has to know.
    await from.rollbackTransaction(inner).catch(() => undefined);
  }

  savepoint(...asked: Parameters<NonNullable<Driver['savepoint']>>): Promise<void> {
    return this.#primary.savepoint!(...asked);
  }

  rollbackToSavepoint(...asked: Parameters<NonNullable<Driver['rollbackToSavepoint']>>): Promise<void> {
    return this.#primary.rollbackToSavepoint!(...asked);
  }

  releaseSavepoint(...asked: Parameters<NonNullable<Driver['releaseSavepoint']>>): Promise<void> {
    return this.#primary.releaseSavepoint!(...asked);
  }

  async releaseConnection(connection: DatabaseConnection, options?: Options): Promise<void> {
    const { connection: inner, from } = this.#lentOf(connection);
    await from.releaseConnection(inner, options);
  }

  #lentOf(connection: DatabaseConnection): Lent {
    return connection instanceof ReadingConnection ? connection.lent : { connection, from: this.#primary };
  }

  async destroy(options?: Options): Promise<void> {
    await Promise.all([this.#primary.destroy(options), this.#replica.destroy(options)]);
  }
}

/** PostgreSQL with a replica beside it. */
export class RoutedDialect extends PostgresDialect {
  readonly #replica: PostgresDialectConfig;
  readonly #source: ReadSource;

  constructor(primary: PostgresDialectConfig, replica: PostgresDialectConfig, source: ReadSource) {
    super(primary);
    this.#replica = replica;
    this.#source = source;
  }

  override createDriver(): Driver {
    return new RoutedDriver(
      super.createDriver(),
      new PostgresDialect(this.#replica).createDriver(),
      this.#source,
    );
  }
}
