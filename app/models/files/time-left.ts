const minute = 60;
const hour = 60 * minute;

/** "about 3 minutes left". Empty as long as nothing was sent. `seconds` is how long `sent` of the bytes took. */
export function timeLeft(sent: number, seconds: number, remaining: number): string {
  if (sent <= 0 || seconds <= 0) return "";
  const left = (remaining * seconds) / sent;
  if (left < minute) return "less than a minute left";
  if (left < 90 * minute) return `about ${counted(left / minute, "minute")} left`;
  return `about ${counted(left / hour, "hour")} left`;
}

function counted(amount: number, unit: string): string {
  const whole = Math.round(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
