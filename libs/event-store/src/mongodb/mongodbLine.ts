import type { Collection, UpdateFilter } from 'mongodb';
import { answered, READ } from './mongodbWire.ts';
import type { Line } from './turns.ts';

/** A replica's ticket in the queue, named by its number. */
export interface Ticket {
  readonly _id: string;
}

/** How many tickets were given, as one document. */
export interface Given {
  readonly _id: string;
  readonly count?: number;
}

/** What the queue asks of its collections. */
export interface LineCollections {
  readonly tickets: Pick<Collection<Ticket>, 'insertOne' | 'findOne' | 'deleteOne'>;
  /** Apart from the tickets, since an older replica would take the number of tickets for one that waits. */
  readonly given: Pick<Collection<Given>, 'findOneAndUpdate'>;
}

const GIVEN = 'tickets';

/** Where the release before this one counts, among the tickets; it sorts after every one. */
const FORMERLY = '~counter';

/**
 * The queue of replicas as a collection. The server numbers the tickets, so that no replica's clock decides who is first.
 * The ticket of a killed replica is removed by those behind it. Where a change of primary undoes a number, it is given
 * twice and the later ticket refused: the queue is advice.
 */
export const createMongodbLine = ({ tickets, given }: LineCollections): Line => {
  const counted = async (change: UpdateFilter<Given>): Promise<number> => {
    const options = {
      upsert: true,
      returnDocument: 'after',
      maxTimeMS: READ.maxTimeMS,
      writeConcern: { w: 1 },
    } as const;
    return (await answered(given.findOneAndUpdate({ _id: GIVEN }, change, options)))?.count ?? 0;
  };

  /** The first number of all goes on where an older release has come, whose replicas may still be waiting. */
  const nextNumber = async (): Promise<number> => {
    const number = await counted({ $inc: { count: 1 } });
    if (number > 1) return number;
    const formerly: Given | null = await answered(tickets.findOne({ _id: FORMERLY }, ASKED));
    return formerly?.count === undefined ? number : counted({ $max: { count: formerly.count + 1 } });
  };

  return {
    enter: async () => {
      // sorts behind the ticket of the same number that an older release gives, and is not the same
      const ticket = `${String(await nextNumber()).padStart(16, '0')}.`;
      await answered(tickets.insertOne({ _id: ticket }, { maxTimeMS: READ.maxTimeMS }));
      return ticket;
    },
    first: async () =>
      (await answered(tickets.findOne({ _id: { $lt: FORMERLY } }, { ...ASKED, sort: { _id: 1 } })))?._id,
    leave: async (ticket) => void (await answered(tickets.deleteOne({ _id: ticket }, { maxTimeMS: READ.maxTimeMS }))),
  };
};

const ASKED = { readPreference: 'primary', maxTimeMS: READ.maxTimeMS } as const;
