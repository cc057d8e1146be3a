import { createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { type Delivery, effectOf } from '@almanac/messaging';
import { testEvent } from '@almanac/messaging/contract';
import { createKafkaBus } from '@almanac/messaging/kafka';

/** Settings of a consumer process: its command-line argument, as JSON. */
export interface ConsumerSettings {
  readonly brokers: readonly string[];
  readonly prefix: string;
  readonly partitions: number;
  /** The SQLite file with the records, shared by all replicas; effects go there too. */
  readonly file: string;
  readonly subscription: string;
  readonly replica: string;
  /** Milliseconds per delivery. */
  readonly takes: number;
}

/** One replica of a subscriber, for kill and pause tests: records each effect once and each arrival. */
const settings = JSON.parse(process.argv[2] ?? '') as ConsumerSettings;
const { file, subscription, replica, takes, ...connection } = settings;

const database = openDatabase(file, { durability: 'normal' });
database.exec(`
  CREATE TABLE IF NOT EXISTS effects (turn INTEGER PRIMARY KEY, effect TEXT NOT NULL UNIQUE, key TEXT NOT NULL, position INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS arrivals (turn INTEGER PRIMARY KEY, replica TEXT NOT NULL, position INTEGER NOT NULL);
`);
const arrive = database.prepare('INSERT INTO arrivals (replica, position) VALUES (?, ?)');
const make = database.prepare('INSERT OR IGNORE INTO effects (effect, key, position) VALUES (?, ?, ?)');

const handle = async (delivery: Delivery): Promise<void> => {
  arrive.run(replica, delivery.position);
  await new Promise((resolve) => setTimeout(resolve, takes));
  make.run(effectOf(subscription, delivery), delivery.key, delivery.position);
};

const log = {
  info: () => undefined,
  warn: (fields: object, text: string) => console.error(replica, text, fields),
  error: (fields: object, text: string) => console.error(replica, text, fields),
};
const entries = createSqliteEntries(database, { now: () => Date.now() });
const bus = createKafkaBus({ ...connection, clientId: replica, log, entries, sessionTimeout: 6_000 });
await bus.subscribe({ name: subscription, sources: ['core'], takes: [testEvent], handle });

process.once('SIGTERM', async () => {
  await bus.close();
  database.close();
});
