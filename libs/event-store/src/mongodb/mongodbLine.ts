import type { Collection, UpdateFilter } from 'mongodb';
import { answered, READ } from './mongodbWire.ts';
import type { Line } from './turns.ts';

/** A replica's ticket in the queue; its id holds its number. */
export interface Ticket {
  readonly _id: string;
}

/** The number of issued tickets, as one document. */
export interface TicketCounter {
  readonly _id: string;
  readonly count?: number;
}

/** The operations of the queue on its collections. */
export interface LineCollections {
  readonly tickets: Pick<Collection<Ticket>, 'insertOne' | 'findOne' | 'deleteOne'>;
  /** Separate from the tickets, because an older replica would take the counter for a waiting ticket. */
  readonly given: Pick<Collection<TicketCounter>, 'findOneAndUpdate'>;
}

const TICKET_COUNTER_ID = 'tickets';

/** The counter of the previous release, among the tickets; it sorts after every ticket. */
const FORMER_COUNTER_ID = '~counter';

/**
 * Creates the queue of replicas as a collection. The server numbers the tickets, so that no replica's clock decides the
 * order. Replicas behind a killed one remove its ticket. If a change of primary undoes a number, the number is issued
 * twice and the later ticket is refused; the queue is only a hint.
 */
export const createMongodbLine = ({ tickets, given }: LineCollections): Line => {
  const counted = async (change: UpdateFilter<TicketCounter>): Promise<number> => {
    const options = {
      upsert: true,
      returnDocument: 'after',
      maxTimeMS: READ.maxTimeMS,
      writeConcern: { w: 1 },
    } as const;
    return (await answered(given.findOneAndUpdate({ _id: TICKET_COUNTER_ID }, change, options)))?.count ?? 0;
  };

  /** Returns the next number; the first continues the counter of an older release, whose replicas may be waiting. */
  const nextNumber = async (): Promise<number> => {
    const number = await counted({ $inc: { count: 1 } });
    if (number > 1) return number;
    const formerly: TicketCounter | null = await answered(tickets.findOne({ _id: FORMER_COUNTER_ID }, READ_OPTIONS));
    return formerly?.count === undefined ? number : counted({ $max: { count: formerly.count + 1 } });
  };

  return {
    enter: async () => {
      // sorts behind the equal number of an older release's ticket, and differs from it
      const ticket = `${String(await nextNumber()).padStart(16, '0')}.`;
      await answered(tickets.insertOne({ _id: ticket }, { maxTimeMS: READ.maxTimeMS }));
      return ticket;
    },
    first: async () =>
      (await answered(tickets.findOne({ _id: { $lt: FORMER_COUNTER_ID } }, { ...READ_OPTIONS, sort: { _id: 1 } })))
        ?._id,
    leave: async (ticket) => void (await answered(tickets.deleteOne({ _id: ticket }, { maxTimeMS: READ.maxTimeMS }))),
  };
};

const READ_OPTIONS = { readPreference: 'primary', maxTimeMS: READ.maxTimeMS } as const;
