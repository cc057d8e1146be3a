import type { Collection } from 'mongodb';
import { answered, READ } from './mongodbWire.ts';
import type { Line } from './turns.ts';

/** A replica's ticket in the queue, named by its number, or the counter of all tickets. */
export interface Ticket {
  readonly _id: string;
  /** Of the counter. */
  readonly count?: number;
}

/** What the queue asks of its collection. */
export type Tickets = Pick<Collection<Ticket>, 'insertOne' | 'findOne' | 'findOneAndUpdate' | 'deleteOne'>;

/** Sorts after every ticket. */
const COUNTER = '~counter';

/**
 * The queue of replicas as a collection. The server numbers the tickets, so that no replica's clock decides who is first.
 * The ticket of a killed replica is removed by those behind it. Where a change of primary undoes a number, it is given
 * twice and the later ticket refused: the queue is advice.
 */
export const createMongodbLine = (tickets: Tickets): Line => ({
  enter: async () => {
    const counted = await answered(
      tickets.findOneAndUpdate(
        { _id: COUNTER },
        { $inc: { count: 1 } },
        { upsert: true, returnDocument: 'after', writeConcern: { w: 1 } },
      ),
    );
    const ticket = String(counted?.count ?? 0).padStart(16, '0');
    await answered(tickets.insertOne({ _id: ticket }));
    return ticket;
  },
  first: async () =>
    (
      await answered(
        tickets.findOne(
          { _id: { $lt: COUNTER } },
          { sort: { _id: 1 }, readPreference: 'primary', maxTimeMS: READ.maxTimeMS },
        ),
      )
    )?._id,
  leave: async (ticket) => void (await answered(tickets.deleteOne({ _id: ticket }))),
});
