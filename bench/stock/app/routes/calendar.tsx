import { useLoaderData } from "react-router";
import { calendarReader } from "../../../twins/calendar-data";
import { CalendarPage } from "../../../twins/calendar-tree";
import { database } from "../database";

const readCalendar = calendarReader(database);

export function meta() {
  return [{ title: "Plan Check Calendar" }];
}

export function loader() {
  return readCalendar();
}

export default function Calendar() {
  return <CalendarPage calendar={useLoaderData<typeof loader>()} />;
}
