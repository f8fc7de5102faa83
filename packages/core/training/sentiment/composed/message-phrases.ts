// The strings are sentences to learn from, in the words of customers. check-english: off
/** Typical short messages between people, written for this project. The form is that of `review-phrases.ts`. */
export const messagePhrases: Readonly<Record<"positive" | "neutral" | "negative", string>> = {
  positive: `
  Can't wait for {event} on {day}!|can't wait to see you on {day}|so excited for {event}|So ready for {event} tomorrow!|{event} on {day}, here we come!
  |Had the best time at {event} with {name}.|had so much fun last night|Thank you {name} for an amazing evening|Happy birthday {name}!|Congrats to {name}!
  |Good luck to {name} at {event}|{name} is killing it tonight|{name} was on fire tonight|{name} for president!|I love {name} so much|{name} is my hero
  |{name} deserves that award|what a goal by {name}!|What a night!|Best day ever|This made my day|This just made my {day}|I'm so happy right now
  |Finally home|finally weekend|Yes! Got tickets for {event}!|got my tickets for {event}!!|It's going to be a great {day}|{day} can't come soon enough
  |loving the new album|the new album is fire|This song never gets old|my favorite song is on|going to see {name} live, so pumped|{event} was worth the wait
  |If you're not watching {event} you're missing out|Everyone should see {event}|{city} I love you|{city} is my favorite city|Good morning {city}, have a great day
  |I passed my exam!|I got the job!|We won!|we did it|proud of you {name}|So proud of my team|Hope you have a great {day}|Welcome back {name}, we missed you
  |lol that was hilarious|{name} always makes me laugh|Nothing better than coffee on a {day} morning|See you on {day}, it'll be fun|{name} you rock`,
  negative: `
  I have to work on {day}|ugh work on {day}|i have to get up at {clock} tomorrow, kill me|I don't want to go to school on {day}|can't sleep again|I can't believe {name} is dead
  |RIP {name}|so sad about {name}|Missing {name} so much today|I miss {city}|I won't be able to go to {event}|no tickets left for {event}, I'm gutted|Just missed my bus
  |stuck in traffic again|stuck at the airport in {city}|My flight was cancelled|my phone died again|lost my keys again|I failed my exam|We lost again|we got robbed
  |what a terrible call by the ref|{name} missed an open goal, unbelievable|{name} is the worst player on this team|{name} needs to retire|{name} has to go|Fire {name} already
  |{name} is a liar|nobody trusts {name}|Don't vote for {name}|{name} just doesn't get it|I can't stand {name}|{name} makes me sick|So tired of {name}|sick of hearing about {name}
  |who the hell thought this was ok|This is not okay|how is this legal|What is wrong with people|people are so rude|I hate {day}s|{day} is the worst|worst {day} ever|Not looking forward to {day}
  |{event} was such a letdown|{event} got cancelled|{event} may ruin my {day}|I feel awful|I feel like crap today|my head hurts|I've got a fever|I have been crying all day
  |I'm so done with this|I give up|It hurts|nobody cares|Why does this always happen to me|thanks for nothing {name}|My {product} broke on {day}
  |the service here is a joke|Worst customer service, still waiting since {clock}|They have no idea what they're doing|{name} is embarrassing|this is embarrassing for {city}
  |{count} people were killed in {city} on {day}|police say {count} people were hurt in {city}|Prices are going up again|They raised the price again`,
  neutral: `
  {name} plays in {city} on {day}|{name} to play in {city} on {day} night|{name} will be at {event} on {day}.|{event} starts at {clock} on {day}|{event} is on {day} at {clock}
  |Watching {event} on {day}|Who is going to {event} on {day}?|anyone going to {event} tomorrow?|Is {name} playing on {day}?|What time does {event} start?|where is {event} this year
  |{name} may start on {day}|{name} is expected to return on {day}|{name} says the vote is on {day}|{name} meets {name} in {city} on {day}|{name} and {name} on tv at {clock}
  |I'm in {city} until {day}|on my way to {city}|Going to {city} on {day} with {name}|back in {city} on {day}|just saw {name} in {city}|I think {event} is on {day}|I might go to {event} on {day}
  |Not sure if I'm going to {event}|Let me know by {day}|call me at {clock}|See you at {clock}|Are you coming on {day}?|{name} did you see {event} last night?|Did {name} say that?
  |Just posted a photo|New post: {event} in {city}|Live from {city} at {clock}|{event}: doors open at {clock}|Tickets for {event} at the door|{city} in {day}'s paper|Half time in {city}
  |Starting line-up for {day}: {name} and {name}|{name} signs with {city}|{name} to {city}: report|{name} on {event}: it may change|I'll watch it on {day}|{day} night in {city}
  |reading about {event}|listening to {name}|{name} is on at {clock}, right?|The {day} after {event}|{event} was on {day}, {event} is on {day}|Tell {name} that it's on {day}
  |may be the last {event} in {city}|I need to be at work by {clock} on {day}|1st half: {city} 2, {city} 1|{city} vs {city} on {day}|poll: {name} or {name}?|How many of you will watch {event}?`,
};
