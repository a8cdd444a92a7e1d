// Swagger UI for /api/try/. It takes nothing from the URL of the page, neither a token nor another
// schema, and keeps no token. Requests with the session carry the token of this page's form.
/* global SwaggerUIBundle */
const holder = document.getElementById("try-it");
const crossSiteToken = document.querySelector("#try-it-token [name=csrfmiddlewaretoken]").value;

const show = (spec) => SwaggerUIBundle({
  domNode: holder,
  // Wherever this page is from, requests go there, so that they have its session.
  spec: { ...spec, servers: [{ url: location.origin }] },
  queryConfigEnabled: false,
  deepLinking: false,
  persistAuthorization: false,
  validatorUrl: null,
  docExpansion: "none",
  filter: true,
  displayRequestDuration: true,
  requestInterceptor: (request) => {
    const target = new URL(request.url, location.href);
    if (target.origin === location.origin) request.headers["X-CSRFToken"] = crossSiteToken;
    return request;
  },
});

fetch(holder.dataset.schema).then((response) => response.json()).then(show);
