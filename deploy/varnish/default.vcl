vcl 4.1;

# Varnish in front of Populus: answers to callers without credentials are kept until a purge names one of their keys.
# It needs varnish-modules, and in Populus cache.surrogateKeys, cache.control with s-maxage, and a webhook with the event cache.purge
# for http://this-server/purge.

import std;
import var;
import xkey;

backend default {
  .host = "populus";
  .port = "1337";
  .probe = {
    .url = "/_ready";
    .interval = 1s;
    .timeout = 3s;
    .threshold = 1;
    .window = 2;
  }
}

# Who may purge: the servers.
acl servers {
  "localhost";
  "10.0.0.0"/8;
  "172.16.0.0"/12;
  "192.168.0.0"/16;
}

sub vcl_recv {
  if (req.url == "/purge") {
    if (req.method != "POST" || client.ip !~ servers) {
      return (synth(403));
    }
    # What is being fetched at this moment may be old, too: see vcl_backend_response.
    var.global_set("purge", req.xid);
    call drop;
    return (synth(204));
  }
  # Nobody says for others where they come from.
  unset req.http.X-Forwarded-For;
  set req.http.X-Forwarded-For = client.ip;
  # Only the content API is kept, and only for callers without credentials. A token in this header is the only way to sign in to it;
  # cookies are those of the panel and of other programs.
  if (req.url !~ "^/api/" || req.http.Authorization || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
  # Live answers never end.
  if (req.http.Accept ~ "text/event-stream") {
    return (pipe);
  }
  unset req.http.Cookie;
  return (hash);
}

# Too many keys for a header: everything goes.
sub drop {
  if (req.http.Surrogate-Key) {
    set req.http.X-Dropped = xkey.purge(req.http.Surrogate-Key);
  } else {
    ban("obj.status != 0");
  }
}

sub vcl_backend_fetch {
  var.set("purge", var.global_get("purge"));
}

sub vcl_backend_response {
  # The keys are for us, not for the answer.
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  # Without keys nobody would ever drop it.
  if (!beresp.http.Surrogate-Key) {
    set beresp.uncacheable = true;
    return (deliver);
  }
  # A purge has arrived since this was asked for. It may be older than what the purge was about, so nobody else gets it; those who
  # wait for it ask on their own.
  if (var.get("purge") != var.global_get("purge")) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  set resp.http.X-Cache = obj.hits;
}

sub vcl_synth {
  if (req.url == "/purge") {
    # Once more: an answer that was looked at just before the purge, and stored just after it.
    if (resp.status == 204) {
      call drop;
    }
    set resp.body = "";
    return (deliver);
  }
}
