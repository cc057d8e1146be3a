import type { Admin, Kafka } from 'kafkajs';

/** One connection for repeated queries of the brokers, such as the lag of a group. */
export interface KeptAdmin {
  /** @throws the work's error; the next query then gets a new connection */
  ask<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Creates an administrator that connects with the first query. */
export const createKeptAdmin = (kafka: Pick<Kafka, 'admin'>): KeptAdmin => {
  let kept: Promise<Admin> | undefined;

  const connect = async (): Promise<Admin> => {
    const admin = kafka.admin();
    await admin.connect();
    return admin;
  };

  const drop = async (connection: Promise<Admin>): Promise<void> => {
    if (kept !== connection) return;
    kept = undefined;
    await connection.then((admin) => admin.disconnect()).catch(() => undefined);
  };

  return {
    ask: async (work) => {
      kept ??= connect();
      const connection = kept;
      try {
        return await work(await connection);
      } catch (error) {
        await drop(connection);
        throw error;
      }
    },
    close: async () => {
      if (kept !== undefined) await drop(kept);
    },
  };
};
