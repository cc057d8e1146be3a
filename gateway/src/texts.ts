import { type Catalogues, createTexts } from '@almanac/i18n';
import { pageCatalogues } from '@almanac/pages';
import { restCatalogues } from '@almanac/rest';

export const catalogues: Catalogues = {
  'fr-ca': {
    'Runs several write requests in one call.': 'Exécute plusieurs requêtes d’écriture en un seul appel.',
    'The method of the request.': 'La méthode de la requête.',
    'The route with its query, without site, language and prefix.':
      'La route avec ses paramètres, sans site, langue ni préfixe.',
    'The members of the request.': 'Les membres de la requête.',
    'All the headers that it has.': 'Tous les en-têtes qu’elle porte.',
    'Whether one request that does not validate stops them all.': 'Si une requête non valide les arrête toutes.',
    'The requests, in the order they run.': 'Les requêtes, dans l’ordre de leur exécution.',
    'What the site is and what its interface offers.': 'Ce qu’est le site et ce qu’offre son interface.',
    'The interface as an OpenAPI document.': 'L’interface sous forme de document OpenAPI.',
    'The interface of {site}': 'Interface : {site}',
    Done: 'Fait',
    Refused: 'Refusé',
    'The routes of the namespace.': 'Les routes de l’espace de noms.',
    'The specified namespace could not be found.': 'L’espace de noms demandé est introuvable.',
    'The language is not one of {codes}.': 'La langue n’est pas l’une de {codes}.',
    'The nonce of the session is not right.': 'Le nonce de la session est incorrect.',
    'The host of the request is no address.': 'L’hôte de la requête n’est pas une adresse.',
    'A part of the site is not available; try again shortly.':
      'Une partie du site n’est pas disponible; réessayez dans un instant.',
    'The change was sent, but it is not known whether it was made.':
      'Le changement a été envoyé, mais on ignore s’il a été fait.',
  },
  'es-us': {
    'Runs several write requests in one call.': 'Ejecuta varias solicitudes de escritura en una sola llamada.',
    'The method of the request.': 'El método de la solicitud.',
    'The route with its query, without site, language and prefix.':
      'La ruta con sus parámetros, sin sitio, idioma ni prefijo.',
    'The members of the request.': 'Los miembros de la solicitud.',
    'All the headers that it has.': 'Todos los encabezados que lleva.',
    'Whether one request that does not validate stops them all.': 'Si una solicitud no válida las detiene todas.',
    'The requests, in the order they run.': 'Las solicitudes, en el orden en que se ejecutan.',
    'What the site is and what its interface offers.': 'Qué es el sitio y qué ofrece su interfaz.',
    'The interface as an OpenAPI document.': 'La interfaz como documento OpenAPI.',
    'The interface of {site}': 'Interfaz: {site}',
    Done: 'Hecho',
    Refused: 'Rechazado',
    'The routes of the namespace.': 'Las rutas del espacio de nombres.',
    'The specified namespace could not be found.': 'No se encontró el espacio de nombres indicado.',
    'The language is not one of {codes}.': 'El idioma no es uno de {codes}.',
    'The nonce of the session is not right.': 'El nonce de la sesión no es correcto.',
    'The host of the request is no address.': 'El host de la solicitud no es una dirección.',
    'A part of the site is not available; try again shortly.':
      'Una parte del sitio no está disponible; vuelva a intentarlo en breve.',
    'The change was sent, but it is not known whether it was made.': 'El cambio se envió, pero no se sabe si se hizo.',
  },
};

/** The gateway's texts in every language, with those of `libs/rest`. */
export const texts = createTexts(catalogues, restCatalogues, pageCatalogues);
