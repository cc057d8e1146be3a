import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { answered } from './mongodbWire.ts';
import type { Line } from './turns.ts';

/**
 * A replica's ticket in the queue. Its name begins with the time at which it was taken, so the first is the smallest.
 */
export interface Ticket {
  readonly _id: string;
}

/** The queue of replicas as a collection. The ticket of a killed replica is removed by those behind it. */
export const createMongodbLine = (tickets: Collection<Ticket>): Line => ({
  enter: async () => {
    const ticket = `${Date.now().toString(36).padStart(9, '0')}-${randomUUID()}`;
    await answered(tickets.insertOne({ _id: ticket }));
    return ticket;
  },
  first: async () => (await answered(tickets.findOne({}, { sort: { _id: 1 }, readPreference: 'primary' })))?._id,
  leave: async (ticket) => void (await answered(tickets.deleteOne({ _id: ticket }))),
});
