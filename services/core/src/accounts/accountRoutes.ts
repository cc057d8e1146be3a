import type { Route } from '@almanac/rest';
import { passwordCollection } from './application-passwords/passwordCollection.ts';
import { passwordItem } from './application-passwords/passwordItem.ts';
import { consoleRoutes } from './console/consoleRoutes.ts';
import { deleteUserRoutes } from './deleteUserRoute.ts';
import { ownAccountRoutes } from './own-account/accountPage.ts';
import { administrationRoutes } from './sign-in/administrationRoutes.ts';
import { createAttemptLimits } from './sign-in/attemptLimits.ts';
import { authenticateRoute } from './sign-in/authenticateRoute.ts';
import type { AccountsCore } from './users/accountsCore.ts';
import { readUsers } from './users/readUsers.ts';
import { writeUsers } from './users/writeUsers.ts';

/** Everything that accounts serve, in the order in which indexes name it. */
export const accountRoutes = (core: AccountsCore): Route[] => {
  const limits = createAttemptLimits(core.limits);
  return [
    ...readUsers(core),
    ...writeUsers(core),
    ...deleteUserRoutes(core),
    ...passwordCollection(core),
    ...passwordItem(core),
    authenticateRoute(core, limits),
    ...administrationRoutes(core, limits),
    ...consoleRoutes(core, limits),
    ...ownAccountRoutes(core, limits),
  ];
};
