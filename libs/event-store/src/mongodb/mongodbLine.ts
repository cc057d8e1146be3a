import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { answered } from './mongodbWire.ts';
import type { Line } from './turns.ts';

/** A place in line; its name begins with the time at which it was taken, so the first is the smallest. */
export interface Place {
  readonly _id: string;
}

/** The line of replicas as a collection; places that a killed replica left are swept by those behind it. */
export const createMongodbLine = (places: Collection<Place>): Line => ({
  enter: async () => {
    const place = `${Date.now().toString(36).padStart(9, '0')}-${randomUUID()}`;
    await answered(places.insertOne({ _id: place }));
    return place;
  },
  first: async () => (await answered(places.findOne({}, { sort: { _id: 1 }, readPreference: 'primary' })))?._id,
  leave: async (place) => void (await answered(places.deleteOne({ _id: place }))),
});
