import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { onMeasured } from "../measured.server";
import { readings } from "./metric-readings.server";

/** In seconds: most pages take less than the first, and only uploads and downloads more than the last. */
const buckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Begins to count. docs/operations.md lists all metrics. */
export function startMetrics() {
  const counted = new Registry();
  collectDefaultMetrics({ register: counted });
  const stops = [
    ...[countRequests(counted), countWrites(counted), countDatabaseRefusals(counted)],
    ...[noteJobs(counted), countSignIns(counted)],
  ];
  /** Returns the exposition format of Prometheus. */
  const text = async () => (await counted.metrics()) + (await (await readings()).metrics());
  const stop = () => {
    for (const stopOne of stops) stopOne();
  };
  return { text, stop };
}

function countRequests(registry: Registry) {
  const registers = [registry];
  const total = new Counter({
    name: "redline_http_requests_total",
    help: "Requests by the pattern of their address, method and status",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const duration = new Histogram({
    name: "redline_http_request_duration_seconds",
    help: "From the request to the end of its response",
    labelNames: ["route", "method"],
    buckets,
    registers,
  });
  return onMeasured("request", ({ route, method, status, seconds }) => {
    total.inc({ route, method, status });
    duration.observe({ route, method }, seconds);
  });
}

function countWrites(registry: Registry) {
  const registers = [registry];
  const total = new Counter({
    name: "redline_database_writes_total",
    help: "Writes that were committed, and those that a refusal or an error rolled back",
    labelNames: ["outcome"],
    registers,
  });
  const wait = new Histogram({
    name: "redline_database_write_wait_seconds",
    help: "How long a write waited for others of this server",
    buckets,
    registers,
  });
  const duration = new Histogram({
    name: "redline_database_write_duration_seconds",
    help: "How long a write took after that, with its wait for other processes",
    buckets,
    registers,
  });
  return onMeasured("write", ({ outcome, waited, seconds }) => {
    total.inc({ outcome });
    wait.observe(waited);
    duration.observe(seconds);
  });
}

// Counters of few values begin at 0: Prometheus sees the first increase too.

function fewValues(registry: Registry, name: string, help: string, label: string, values: string[]) {
  const total = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) total.inc({ [label]: value }, 0);
  return total;
}

function countDatabaseRefusals(registry: Registry) {
  const help = "Queries and writes that were refused with 503: the database was busy or away";
  const total = fewValues(registry, "redline_database_refusals_total", help, "reason", ["busy", "away"]);
  return onMeasured("databaseRefusal", ({ reason }) => total.inc({ reason }));
}

function countSignIns(registry: Registry) {
  const help =
    "Sign-ins that succeeded or failed, and attempts that were refused because there were too many";
  const outcomes = ["succeeded", "failed", "refused"];
  const total = fewValues(registry, "redline_sign_ins_total", help, "outcome", outcomes);
  return onMeasured("signIn", ({ outcome }) => total.inc({ outcome }));
}

function noteJobs(registry: Registry) {
  const options = { labelNames: ["name"], registers: [registry] };
  const lastSuccess = new Gauge({
    name: "redline_job_last_success_timestamp_seconds",
    help: "When a job of the schedule last ended without an error",
    ...options,
  });
  const duration = new Gauge({
    name: "redline_job_duration_seconds",
    help: "How long its last run took",
    ...options,
  });
  const failures = new Counter({
    name: "redline_job_failures_total",
    help: "Its runs that ended with an error",
    ...options,
  });
  return onMeasured("job", ({ name, seconds, isFailed }) => {
    duration.set({ name }, seconds);
    failures.inc({ name }, isFailed ? 1 : 0);
    if (!isFailed) lastSuccess.set({ name }, Date.now() / 1000);
  });
}
